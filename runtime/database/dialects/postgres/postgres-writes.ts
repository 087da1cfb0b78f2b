import { sql } from "kysely";
import { tableName } from "../../sql/table-name.js";
import type { Sql } from "../../sql/sql.js";
import {
  BEFORE,
  returningSyntax,
  updatedFrom,
  valuesOf,
  WRITTEN,
  type Returning,
  type WriteSyntax,
  type NamedTable,
  type PackedKeys,
  GIVEN,
  type UpdateExistingSyntax,
} from "../../sql/writes/write-syntax.js";
import { postgresRowLists } from "./postgres-row-lists.js";
import type { FieldTypeName } from "../../../model/field-type.js";

/** The columns whose values are equal if their texts are equal. Others ignore case or trailing spaces. */
const exact: Partial<Record<FieldTypeName, ReadonlySet<string>>> = {
  string: new Set(["varchar", "text"]),
  int: new Set(["int2", "int4"]),
  bigint: new Set(["int8"]),
  uuid: new Set(["uuid"]),
};

/** How PostgreSQL updates the existing records of a list in one statement. */
const postgresFound: UpdateExistingSyntax = {
  identifies: ({ type }, storedType) => exact[type]?.has(storedType) === true,
  // A collation may treat different texts as equal (postgresql.org/docs/current/collation.html).
  isSame: (column, value, { type }) =>
    type === "string" ? sql`${column} collate "C" = ${value}` : undefined,
  ofList: {
    toSql: ({ table, keys, select, names, place, listed, changes, where }) => {
      const columns = sql.join([...names, place]);
      const own = keys.map((key, index) => sql`${select(key)} as ${sql.id(`key ${index}`)}`);
      // `materialized`, for the reason at `updatedFrom`.
      const update = sql`with ${GIVEN} (${columns}) as materialized (${listed}), "written" as (update ${table} set ${changes} from ${GIVEN}${where} returning ${sql.join([sql`${GIVEN}.${place}`, ...own])})`;
      // A row for each record would cost the driver as much time as the values.
      return postgresPackedKeys.takes(keys)
        ? sql`${update} select array_agg(${place})::text, array_agg("key 0"::text)::text from "written"`
        : sql`${update} select * from "written"`;
    },
    fromRows: function* (rows, keys) {
      const [key] = keys;
      if (key === undefined || !postgresPackedKeys.takes(keys)) {
        for (const [place, ...own] of rows) yield [Number(place) - 1, own];
        return;
      }
      const [places, packed] = rows[0] ?? [];
      const found = postgresPackedKeys.fromRow([packed ?? null], key);
      let index = 0;
      for (const place of ((places ?? "{}") as string).slice(1, -1).split(",")) {
        const own = found[index++];
        if (own !== undefined) yield [Number(place) - 1, own];
      }
    },
  },
};

/** With blanks at the end, up to this number of characters. */
function padded(text: string, length: number): string {
  return text + " ".repeat(Math.max(0, length - Array.from(text).length));
}

/** Types whose values have no quotes in the text of an array. */
const packable: ReadonlySet<FieldTypeName> = new Set(["int", "bigint", "uuid"]);

/** Keys as the text of an array: `{1,2,3}`. */
const postgresPackedKeys: PackedKeys = {
  takes: (keys) => keys.length === 1 && keys.every(({ type }) => packable.has(type)),
  toSql: (write) =>
    sql`with "written keys" ("key") as (${write}) select array_agg("key"::text)::text from "written keys"`,
  fromRow: ([text], { type }) => {
    if (text === null) return [];
    const keys = (text as string).slice(1, -1).split(",");
    return keys.map((key) => [type === "int" ? Number(key) : key]);
  },
};

/**
 * A trigger that runs before a row, also of a partition, skips it by returning null
 * (postgresql.org/docs/current/plpgsql-trigger.html), and a policy by hiding it. A conditional rule that replaces writes
 * forbids `returning` for all of them (postgresql.org/docs/current/sql-createrule.html).
 */
function postgresSkipping(table: NamedTable): Sql {
  const oid = sql`to_regclass(${sql.lit(quotedName(table))})`;
  const hasRule = sql`exists (
      select from pg_catalog.pg_rewrite r
      where r.ev_class = ${oid} and r.is_instead and r.ev_enabled <> 'D' and r.ev_qual::text <> '<>')`;
  // tgtype: 1 for each row, 2 before, 64 instead of (src/include/catalog/pg_trigger.h).
  const maySkip = sql`exists (
      select from parts join pg_catalog.pg_class c on c.oid = parts.oid
      where c.relkind not in ('r', 'p') or row_security_active(c.oid) or exists (
        select from pg_catalog.pg_trigger g
        where g.tgrelid = c.oid and not g.tgisinternal and g.tgenabled <> 'D' and g.tgtype & 1 > 0 and g.tgtype & 66 > 0))`;
  return sql`
    with recursive parts (oid) as (
      select ${oid}::oid
      union
      select i.inhrelid from pg_catalog.pg_inherits i join parts on i.inhparent = parts.oid)
    select case when ${hasRule} then 'ruled' when ${maySkip} then 'shown' else 'never' end`;
}

/** A row for each record would take the driver longer than the write. */
function counted(write: Sql, returning: Returning): Sql {
  return returning === "count" ? sql`with "written" as (${write}) select count(*) from "written"` : write;
}

export const postgresWrites: WriteSyntax = {
  ...returningSyntax,
  maxParameters: 65_535,
  storedText: (text, { type, length }) =>
    type === "bpchar" && length !== undefined ? padded(text.replace(/ +$/, ""), length) : text,
  lists: postgresRowLists,
  packedKeys: postgresPackedKeys,
  limitsItself: true,
  skipping: {
    toSql: postgresSkipping,
    unlessSkipped: (write, entity, isThere = sql`true`) =>
      sql`with "written" as (${write}) select "written".*, (${postgresSkipping(entity)}) from (values (1)) as "one" left join "written" on true where (case when exists (select from "written") then '1' when ${isThere} then '' else '0' end)::int = 1`,
    nextKey: (table, { column }) =>
      sql`nextval(pg_get_serial_sequence(${sql.lit(quotedName(table))}, ${sql.lit(column)})::regclass)`,
  },
  withRow: ({ before, write, row }) => {
    const first = before === undefined ? sql`` : sql`${BEFORE} as (${before}), `;
    return sql`with ${first}${WRITTEN} as (${write}), "row about it" as (${row}) select * from ${WRITTEN}`;
  },
  // Fails by casting a text that is not a number.
  orFails: (expected) => sql` having (case when count(*) = ${expected} then '1' else '' end)::int = 1`,
  update: (write, returning) => counted(returningSyntax.update(write, returning), returning),
  delete: (write, returning) => counted(returningSyntax.delete(write, returning), returning),
  updateEach: {
    // A first row of nulls sets the types of the columns, because parameters in a list would all be texts. Its key is
    // null, so it matches no record.
    toSql: (write) => {
      const types = write.given.map(({ column }) => sql`(select ${column} from ${write.table} where false)`);
      return sql`with "written" as (${updatedFrom(write, sql`(${sql.join(types)})`)}) select count(*) from "written"`;
    },
    // A thousand rows would take the driver as long as the values.
    countsRecords: true,
  },
  found: postgresFound,
  copies: {
    // A key that is `generated always` rejects other values
    // (postgresql.org/docs/current/sql-insert.html#SQL-INSERT-PARAMS-INSERT).
    insert: ({ table, fields, records, listed }) => {
      const columns = sql.join(fields.map(({ column }) => sql.id(column)));
      return sql`insert into ${table} (${columns}) overriding system value ${listed ?? sql`values ${valuesOf(records)}`}`;
    },
    // `nextval` keeps a counter that is further ahead. For a column without a counter, the name and the result are
    // null.
    moveCounter: ({ schema, table }, { column }) => {
      const name = quotedName({ schema, table });
      const largest = sql`(select max(${sql.id(column)}) as largest from ${tableName({ schema, table })})`;
      const counter = sql`(select pg_get_serial_sequence(${sql.lit(name)}, ${sql.lit(column)})::regclass as counter)`;
      return sql`select setval(counter, greatest(nextval(counter), largest)) from ${largest} as stored, ${counter} as counters where largest is not null`;
    },
  },
};

/** The name of a table as functions of PostgreSQL read it. */
function quotedName({ schema, table }: NamedTable): string {
  return [...(schema === undefined ? [] : [schema]), table]
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");
}

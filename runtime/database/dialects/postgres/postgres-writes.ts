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
} from "../../sql/writes/write-syntax.js";
import { postgresFound } from "./postgres-found.js";
import { postgresPackedKeys } from "./postgres-packed-keys.js";
import { quotedName } from "./postgres-quoted-name.js";
import { postgresRowLists } from "./postgres-row-lists.js";
import { postgresSkipping } from "./postgres-skipping.js";

/** A row for each record would take the driver longer than the write. */
function counted(write: Sql, returning: Returning): Sql {
  return returning === "count" ? sql`with "written" as (${write}) select count(*) from "written"` : write;
}

export const postgresWrites: WriteSyntax = {
  ...returningSyntax,
  maxParameters: 65_535,
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

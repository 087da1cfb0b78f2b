import { sql } from "kysely";
import type { Field } from "../../../model/model.js";
import type { Sql } from "../../sql/sql.js";
import {
  GIVEN,
  valuesOf,
  type Delete,
  type Insert,
  type NamedTable,
  type Returning,
  type WriteSyntax,
} from "../../sql/writes/write-syntax.js";
import { isCollated, MAX_IN_ROW, uncollated } from "./mssql-collation.js";
import { mssqlColumnOf } from "./mssql-column-of.js";
import { bracketed, unicodeText } from "./mssql-names.js";

/**
 * Uses OUTPUT … INTO a table variable, because SQL Server rejects OUTPUT alone for a table with triggers
 * (learn.microsoft.com/sql/t-sql/queries/output-clause-transact-sql#triggers). An update or a delete of one record
 * only returns whether the record existed, because a table variable costs more than the row.
 */
export const mssqlWrites: WriteSyntax = {
  givesRecord: true,
  // The values of the records: those of the condition are added.
  maxParameters: 2_000,
  skipping: { toSql: mssqlSkipping },
  insert: (write, returning) => {
    const { table, fields, records } = write;
    const { declaration, output, select } = given(returnedFields(write, returning), "inserted", write);
    const columns = sql.join(fields.map((field) => sql.id(field.column)));
    // Default values too, because `scope_identity()` does not return the key of a sequence
    // (learn.microsoft.com/sql/t-sql/functions/scope-identity-transact-sql).
    const inserted =
      fields.length === 0
        ? sql`${output} default values`
        : sql`(${columns}) ${output} values ${valuesOf(records)}`;
    return sql`${declaration} insert into ${table} ${inserted}; ${select}`;
  },
  copies: {
    // One table of a session can have the setting, and only one with an identity column
    // (learn.microsoft.com/sql/t-sql/statements/set-identity-insert-transact-sql).
    insert: ({ table, entity, fields, records }) => {
      const columns = sql.join(fields.map((field) => sql.id(field.column)));
      const setting = (value: "on" | "off") =>
        sql`if ${identityStep(entity)} is not null set identity_insert ${table} ${sql.raw(value)};`;
      return sql`${setting("on")} insert into ${table} (${columns}) values ${valuesOf(records)}; ${setting("off")}`;
    },
  },
  insertInOrder: (write, countsKey) => (countsKey ? insertCounted(write) : insertMerged(write)),
  update: (write, returning) =>
    changed(sql`update ${write.table} set ${write.changes}`, "inserted", write, returning),
  updateEach: {
    toSql: ({ table, keys, changes, where, given: names, records, ...known }) => {
      const { declaration, output, select } = given(keys, "inserted", known);
      const columns = sql.join(names.map(({ name }) => name));
      return sql`${declaration} update ${table} set ${changes} ${output} from (values ${valuesOf(records)}) as ${GIVEN} (${columns})${where}; ${select}`;
    },
    // A column of values has the collation of the database, which conflicts with that of a column (error 468). More than
    // 4,000 characters can be in no key.
    listed: (value, field) => (isCollated(field) ? uncollated(value, MAX_IN_ROW) : value),
  },
  delete: (write, returning) => changed(sql`delete from ${write.table}`, "deleted", write, returning),
};

/** An update or a delete of the records that match, and what it returns. */
function changed(change: Sql, from: From, write: Delete, returning: Returning): Sql {
  const { where } = write;
  if (returning === "id") return sql`${change}${where}; select 1 where @@rowcount > 0`;
  if (returning === "count") return sql`${change}${where}; select @@rowcount`;
  const { declaration, output, select } = given(returnedFields(write, returning), from, write);
  return sql`${declaration} ${change} ${output}${where}; ${select}`;
}

function returnedFields(
  { keys, readable }: Pick<Delete, "keys" | "readable">,
  returning: Returning,
): readonly Field[] {
  return returning === "record" ? readable : keys;
}

/**
 * With ORDER BY, an identity counts in this order
 * (learn.microsoft.com/archive/blogs/sqltips/ordering-guarantees-in-sql-server), in which OUTPUT does not return the
 * rows. It may count down.
 */
function insertCounted(write: Insert): Sql {
  const { entity, table, keys } = write;
  const { columns, names, source } = placed(write);
  const { declaration, output, select } = given(keys, "inserted", write);
  return sql`${declaration} insert into ${table} (${columns}) ${output} select ${names} from ${source} order by place; ${select} order by cast(c0 as decimal(38,0)) * sign(${identityStep(entity)})`;
}

/**
 * For other keys, only a merge can return the position (learn.microsoft.com, OUTPUT clause). A sequence may count down or
 * begin again.
 */
function insertMerged(write: Insert): Sql {
  const { table, keys } = write;
  const { columns, names, source } = placed(write);
  const { declaration, output, select } = given(keys, "inserted", write, "place");
  return sql`${declaration} merge into ${table} using ${source} on 1 = 0 when not matched then insert (${columns}) values (${names}) ${output}; ${select} order by place`;
}

/** The records as a table with their positions. */
function placed({ fields, records }: Insert) {
  const names = fields.map((_, index) => `v${index}`);
  const rows = records.map((values, place) => sql`(${sql.join([...values, sql.lit(place)])})`);
  return {
    columns: sql.join(fields.map((field) => sql.id(field.column))),
    names: sql.join(names.map((name) => sql.raw(`source.${name}`))),
    source: sql`(values ${sql.join(rows)}) as source (${sql.raw([...names, "place"].join(", "))})`,
  };
}

/** The increment of a table's identity, or null without an identity. */
function identityStep({ schema, table }: NamedTable): Sql {
  return sql`ident_incr(${unicodeText(bracketed(schema, table))})`;
}

/** The table of OUTPUT with the rows after a write, or before a delete. */
type From = "inserted" | "deleted";

/**
 * The table of the written values keeps them as they are in their columns, so that they are selected as by a read.
 * @param place The column of the source with the position of a row.
 */
function given(
  fields: readonly Field[],
  from: From,
  { storedType }: Pick<Delete, "storedType">,
  place?: "place",
) {
  const names: Sql[] = fields.map((_, index) => sql.raw(`c${index}`));
  const columns: Sql[] = fields.map((field, index) => {
    const { widest, declaration } = mssqlColumnOf(field);
    return sql`${names[index]} ${sql.raw(widest?.(storedType(field)) ?? declaration(field))}`;
  });
  const values: Sql[] = fields.map(({ column, type }) => {
    const value = sql`${sql.raw(from)}.${sql.id(column)}`;
    // Types such as `geometry` become texts only by a cast.
    return type === "other" ? sql`cast(${value} as nvarchar(max))` : value;
  });
  const selected = fields.map((field, index) => {
    const name = sql.raw(`c${index}`);
    return mssqlColumnOf(field).select?.(name) ?? name;
  });
  if (place !== undefined) {
    names.push(sql.raw(place));
    columns.push(sql`${sql.raw(place)} int`);
    values.push(sql`source.${sql.raw(place)}`);
  }
  return {
    declaration: sql`declare @written table (${sql.join(columns)});`,
    output: sql`output ${sql.join(values)} into @written (${sql.join(names)})`,
    select: sql`select ${sql.join(selected)} from @written`,
  };
}

/**
 * With a trigger `instead of` a write, OUTPUT and `@@rowcount` answer as if the write had been done, whatever the trigger
 * does (learn.microsoft.com/sql/t-sql/queries/output-clause-transact-sql#triggers).
 */
function mssqlSkipping({ schema, table }: NamedTable): Sql {
  const id = sql`object_id(${unicodeText(bracketed(schema, table))})`;
  const replaces = sql`select 1 from sys.triggers where parent_id = ${id} and is_instead_of_trigger = 1 and is_disabled = 0`;
  return sql`select case when exists (${replaces}) then 'hidden' else 'never' end`;
}

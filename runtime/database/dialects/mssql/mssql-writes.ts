import { sql } from "../../sql/kysely.js";
import { fieldTypes } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import type { Sql } from "../../sql/sql.js";
import { valuesOf, type Insert, type WriteSyntax } from "../../sql/write-syntax.js";
import { mssqlColumnOf } from "./mssql-column-of.js";

/**
 * Uses OUTPUT … INTO a table variable, because SQL Server rejects OUTPUT alone for a table with triggers
 * (learn.microsoft.com/sql/t-sql/queries/output-clause-transact-sql#triggers). If the record is not
 * requested, an update or a delete only returns whether there was one.
 */
export const mssqlWrites: WriteSyntax = {
  givesRecord: true,
  countsWritten: false,
  // It takes 2,100, of which the driver needs some.
  maxParameters: 2_000,
  insert: (write, returning) => {
    const returned = returning === "record" ? write.readable : write.keys;
    if (write.fields.length === 0) return insertDefaults(write, returned);
    const columns = sql.join(write.fields.map((field) => sql.id(field.column)));
    const { declaration, output, select } = given(returned, "inserted");
    return sql`${declaration} insert into ${write.table} (${columns}) ${output} values ${valuesOf(write.records)}; ${select}`;
  },
  // One table of a session can have the setting, and only one with an identity column
  // (learn.microsoft.com/sql/t-sql/statements/set-identity-insert-transact-sql).
  copy: ({ table, fields, records }, { schema, table: name }) => {
    const columns = sql.join(fields.map((field) => sql.id(field.column)));
    const quoted = [...(schema === undefined ? [] : [schema]), name]
      .map((part) => `[${part.replaceAll("]", "]]")}]`)
      .join(".");
    const hasIdentity = sql`objectproperty(object_id(N${sql.lit(quoted)}), 'TableHasIdentity') = 1`;
    const setting = (value: "on" | "off") =>
      sql`if ${hasIdentity} set identity_insert ${table} ${sql.raw(value)};`;
    return sql`${setting("on")} insert into ${table} (${columns}) values ${valuesOf(records)}; ${setting("off")}`;
  },
  // Only a merge can return the place of a row that it inserts (learn.microsoft.com, OUTPUT clause).
  insertInOrder: ({ table, fields, keys, records }) => {
    const columns = fields.map((field) => sql.id(field.column));
    const names = fields.map((_, index) => sql.raw(`v${index}`));
    const rows = records.map((values, place) => sql`(${sql.join([...values, sql.lit(place)])})`);
    const { declaration, output, select } = given(keys, "inserted", "place");
    return sql`${declaration} merge into ${table} with (holdlock) using (values ${sql.join(rows)}) as source (${sql.join([...names, sql`place`])}) on 1 = 0 when not matched then insert (${sql.join(columns)}) values (${sql.join(names.map((name) => sql`source.${name}`))}) ${output}; ${select} order by place`;
  },
  update: ({ table, changes, where, readable }, returning) => {
    if (returning === "id") return sql`update ${table} set ${changes}${where}; ${wasWritten}`;
    const { declaration, output, select } = given(readable, "inserted");
    return sql`${declaration} update ${table} set ${changes} ${output}${where}; ${select}`;
  },
  delete: ({ table, where, readable }, returning) => {
    if (returning === "id") return sql`delete from ${table}${where}; ${wasWritten}`;
    const { declaration, output, select } = given(readable, "deleted");
    return sql`${declaration} delete from ${table} ${output}${where}; ${select}`;
  },
};

const wasWritten = sql`select 1 where @@rowcount > 0`;

interface Given {
  readonly declaration: Sql;
  readonly output: Sql;
  readonly select: Sql;
}

/** @param place The column of the source with the place of a row. */
function given(fields: readonly Field[], from: "inserted" | "deleted", place?: "place"): Given {
  const names = fields.map((_, index) => sql.raw(`c${index}`));
  const columns = fields.map((field, index) => sql`${names[index]} ${sql.raw(givenType(field))}`);
  const values = fields.map(({ column, type }) => {
    const value = sql`${sql.raw(from)}.${sql.id(column)}`;
    // Types such as `geometry` become texts only by a cast.
    return type === "other" ? sql`cast(${value} as nvarchar(max))` : value;
  });
  const selected = fields.map((field, index) => {
    const name = sql.raw(`c${index}`);
    return mssqlColumnOf(field).select?.(name) ?? name;
  });
  return {
    declaration: sql`declare @written table (${sql.join(place === undefined ? columns : [...columns, sql`place int`])});`,
    output: sql`output ${sql.join(place === undefined ? values : [...values, sql`source.place`])} into @written`,
    select: sql`select ${sql.join(selected)} from @written`,
  };
}

/** A column type wide enough for the values of any older table. */
function givenType(field: Field): string {
  const isText = fieldTypes[field.type].conditions === "text" || field.type === "json";
  if (isText) return "nvarchar(max)";
  if (field.type === "bytes") return "varbinary(max)";
  if (field.type === "time") return "time";
  if (field.type !== "datetime") return mssqlColumnOf(field).declaration(field);
  // An instant may be in a `datetimeoffset`. Converted to a `datetime2`, it would lose its offset.
  return field.zone === "none" ? "datetime2" : "datetimeoffset";
}

function insertDefaults({ table, keys: [key], select }: Insert, returned: readonly Field[]): Sql {
  const isKey = key === undefined ? sql`1 = 0` : sql`${sql.id(key.column)} = scope_identity()`;
  return sql`insert into ${table} default values; select ${sql.join(returned.map((field) => select(field)))} from ${table} where ${isKey}`;
}

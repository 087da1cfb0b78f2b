import { enumTexts } from "../../../../model/values/enum.js";
import type { Field, TableEntity } from "../../../../model/model.js";
import { takesAll } from "../../../schema/compare/compare-enum.js";
import { constraintName } from "../../../schema/constraint-names.js";
import type { EnumSyntax } from "../../../schema/schema-dialect.js";
import type { StoredColumn } from "../../../schema/stored/stored-schema.js";
import { sql, type Sql } from "../../../sql/sql.js";
import { tableName } from "../../../sql/table-name.js";

/** The maximum length of a name. */
export const MAX_POSTGRES_NAME = 63;

/** Each enum has a type of its own, named after its table and column. A column may have another's. */
export const postgresEnums: EnumSyntax = {
  nameKind: "en",
  create: createType,
  columnType: ownType,
  change: (entity, field, stored) => {
    const { values = [] } = stored;
    return takesAll(values, field.values ?? [], true)
      ? addValues(field, stored)
      : toEnum(entity, field, stored);
  },
  rename: (from, to) => [sql`alter type ${typeName(from)} rename to ${sql.id(to)}`],
};

function typeName({ schema, name }: { readonly schema: string | undefined; readonly name: string }): Sql {
  return tableName({ schema, table: name });
}

function ownName(entity: TableEntity, field: Field): string {
  return constraintName("en", entity, [field], MAX_POSTGRES_NAME);
}

function ownType(entity: TableEntity, field: Field): Sql {
  return typeName({ schema: entity.schema, name: ownName(entity, field) });
}

/** A type of this name is left over from a dropped table. PostgreSQL does not drop a type that is in use. */
function createType(entity: TableEntity, field: Field): readonly Sql[] {
  return [sql`drop type if exists ${ownType(entity, field)}`, newType(entity, field)];
}

function newType(entity: TableEntity, field: Field): Sql {
  const values = enumTexts(field).map((value) => sql.lit(value));
  return sql`create type ${ownType(entity, field)} as enum (${sql.join(values)})`;
}

/** Each value is added after the one before it. The first is added before the one that was first. */
function addValues(field: Field, { values: known = [], valuesIn }: StoredColumn): readonly Sql[] {
  if (valuesIn === undefined) return [];
  const type = typeName(valuesIn);
  const values = enumTexts(field);
  return values.flatMap((value, index) => {
    if (known.includes(value)) return [];
    const place = index > 0 ? sql`after ${sql.lit(values[index - 1])}` : sql`before ${sql.lit(known[0])}`;
    return [sql`alter type ${type} add value ${sql.lit(value)} ${place}`];
  });
}

/** Converts a column to a new type. A type with another name may be used by other columns, and stays. */
export function toEnum(entity: TableEntity, field: Field, stored: StoredColumn): readonly Sql[] {
  const alter = sql`alter table ${tableName(entity)} alter column ${sql.id(field.column)}`;
  const type = ownType(entity, field);
  const value = field.default ?? stored.defaultText;
  const isKept = value !== undefined && field.values?.includes(value) === true;
  const old = constraintName("old", entity, [field], MAX_POSTGRES_NAME);
  const replaced = hasOwnType(entity, field, stored);
  return [
    ...(replaced
      ? [sql`alter type ${type} rename to ${sql.id(old)}`, newType(entity, field)]
      : createType(entity, field)),
    ...(stored.default === undefined ? [] : [sql`${alter} drop default`]),
    sql`${alter} type ${type} using ${sql.id(field.column)}::text::${type}`,
    ...(stored.default !== undefined && isKept ? [sql`${alter} set default ${sql.lit(value)}`] : []),
    ...(replaced ? [sql`drop type ${typeName({ schema: entity.schema, name: old })}`] : []),
  ];
}

export function dropType(entity: TableEntity, field: Field): Sql {
  return sql`drop type ${ownType(entity, field)}`;
}

/** Drops the type of a column that is no longer an enum. */
export function dropOwnType(entity: TableEntity, field: Field, stored: StoredColumn): readonly Sql[] {
  return hasOwnType(entity, field, stored) ? [dropType(entity, field)] : [];
}

function hasOwnType(entity: TableEntity, field: Field, { type, valuesIn }: StoredColumn): boolean {
  return type === "enum" && valuesIn?.name === ownName(entity, field);
}

import { sql } from "kysely";
import type { Field, TableEntity } from "../../../../model/model.js";
import { enumCheck } from "../../../schema/checks/enum-check.js";
import type { EnumSyntax } from "../../../schema/schema-dialect.js";
import type { StoredColumn } from "../../../schema/stored/stored-schema.js";
import type { Sql } from "../../../sql/sql.js";
import { tableName } from "../../../sql/table-name.js";
import { columnType } from "../mssql-column-type.js";
import { longest } from "../mssql-columns.js";
import { renameObject } from "./mssql-rename.js";

/** SQL Server has no enum types: a check lists the values. */
export const mssqlEnums: EnumSyntax = {
  nameKind: "ck",
  isType: false,
  check: checkOf,
  change: (entity, field, stored) => {
    const table = tableName(entity);
    const nullability = sql.raw(stored.isNullable ? "null" : "not null");
    return [
      ...dropEnumCheck(table, stored),
      ...(isTooShort(field, stored)
        ? [
            sql`alter table ${table} alter column ${sql.id(field.column)} ${sql.raw(columnType(field))} ${nullability}`,
          ]
        : []),
      addEnumCheck(table, entity, field),
    ];
  },
  isOnlyCheck: (field, stored) => !isTooShort(field, stored),
  rename: (from, to) => [renameObject(from, to)],
  bound: (place, name, column, values) => {
    const table = tableName(place);
    const check = sql`check (${sql.id(column)} in (${sql.join(values.map(literal))}))`;
    return {
      drop: sql`alter table ${table} drop constraint ${sql.id(name)}`,
      create: sql`alter table ${table} add constraint ${sql.id(name)} ${check}`,
    };
  },
};

function isTooShort(field: Field, { length }: StoredColumn): boolean {
  return length !== undefined && length < longest(field);
}

function literal(value: string): Sql {
  return sql`N${sql.lit(value)}`;
}

function checkOf(entity: TableEntity, field: Field): Sql {
  return enumCheck(entity, field, { maxNameLength: 128, literal });
}

export function addEnumCheck(table: Sql, entity: TableEntity, field: Field): Sql {
  return sql`alter table ${table} add ${checkOf(entity, field)}`;
}

export function dropEnumCheck(table: Sql, { valuesIn }: StoredColumn): readonly Sql[] {
  return valuesIn === undefined ? [] : [sql`alter table ${table} drop constraint ${sql.id(valuesIn.name)}`];
}

import type { Field, TableEntity } from "../../../../model/model.js";
import { enumCheck } from "../../../schema/checks/enum-check.js";
import type { EnumSyntax } from "../../../schema/schema-dialect.js";
import type { StoredColumn } from "../../../schema/stored/stored-schema.js";
import { sql, type Sql } from "../../../sql/sql.js";
import { tableName } from "../../../sql/table-name.js";
import { dropConstraint } from "../../standard-syntax.js";
import { columnType } from "../mssql-column-type.js";
import { longest } from "../mssql-columns.js";
import { MAX_MSSQL_NAME, renameObject, unicodeText } from "../mssql-names.js";

/** SQL Server has no enum types: a check lists the values. */
export const mssqlEnums: EnumSyntax = {
  nameKind: "ck",
  check: checkOf,
  change: (entity, field, stored) => {
    const nullability = sql.raw(stored.isNullable ? "null" : "not null");
    return [
      ...dropEnumCheck(entity, stored),
      ...(isTooShort(field, stored)
        ? [
            sql`alter table ${tableName(entity)} alter column ${sql.id(field.column)} ${sql.raw(columnType(field))} ${nullability}`,
          ]
        : []),
      addEnumCheck(entity, field),
    ];
  },
  isOnlyCheck: (field, stored) => !isTooShort(field, stored),
  rename: ({ schema, name }, to) => [renameObject([schema, name], to)],
  bound: (place, name, column, values) => {
    const check = sql`check (${sql.id(column)} in (${sql.join(values.map(unicodeText))}))`;
    return {
      drop: dropConstraint(place, name),
      create: sql`alter table ${tableName(place)} add constraint ${sql.id(name)} ${check}`,
    };
  },
};

function isTooShort(field: Field, { length }: StoredColumn): boolean {
  return length !== undefined && length < longest(field);
}

function checkOf(entity: TableEntity, field: Field): Sql {
  return enumCheck(entity, field, { maxNameLength: MAX_MSSQL_NAME, literal: unicodeText });
}

export function addEnumCheck(entity: TableEntity, field: Field): Sql {
  return sql`alter table ${tableName(entity)} add ${checkOf(entity, field)}`;
}

export function dropEnumCheck(entity: TableEntity, { valuesIn }: StoredColumn): readonly Sql[] {
  return valuesIn === undefined ? [] : [dropConstraint(entity, valuesIn.name)];
}

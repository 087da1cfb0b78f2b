import type { Field } from "../../../runtime/model/model.js";
import { statementText } from "../../../runtime/database/migrations/compare/schema-step.js";
import type { SchemaSnapshot } from "../../../runtime/database/migrations/snapshots/schema-snapshot.js";
import { tablesOf } from "../../../runtime/database/migrations/snapshots/tables-of.js";
import { constraintName } from "../../../runtime/database/schema/constraint-names.js";
import type { StoredColumn, StoredTable } from "../../../runtime/database/schema/stored/stored-schema.js";
import type { migrationDialects } from "../migration-dialects.js";

type Dialect = (typeof migrationDialects)[keyof typeof migrationDialects];

/** The tables of a snapshot as a database without a server for tests would read them. */
export function storedTablesOf(
  snapshot: Pick<SchemaSnapshot, "tables">,
  schema: string,
  dialect: Dialect,
): readonly StoredTable[] {
  const entities = tablesOf(snapshot);
  const { maxNameLength, enums } = dialect.schema;
  const column = (table: string, field: Field, isCounted: boolean): StoredColumn => {
    const declaration = dialect.schema.columnType(field);
    const [, length] = /\((\d+)\)/.exec(declaration) ?? [];
    const { default: value = null, precision, scale } = field;
    const text =
      value === null
        ? undefined
        : statementText(
            dialect.schema.defaultValue(dialect.columns[field.type].toParameter(value), field),
            dialect,
          ).replace(/^default /, "");
    return {
      name: field.column,
      type: dialect.columns[field.type].stored[0] ?? declaration,
      ...(length !== undefined && field.type !== "decimal" && { length: Number(length) }),
      ...(field.type === "decimal" && { precision, scale }),
      declaration,
      isNullable: field.isNullable,
      ...(text !== undefined && {
        default: `(${text})`,
        defaultText: typeof value === "string" ? value : JSON.stringify(value),
      }),
      ...(isCounted && { generated: "identity" as const }),
      ...(field.type === "enum" && {
        values: (field.values ?? []).map(String),
        valuesIn: { schema, name: constraintName(enums.nameKind ?? "ck", { table }, [field], maxNameLength) },
      }),
    };
  };
  return entities.map((entity) => ({
    schema,
    name: entity.table,
    isView: false,
    columns: entity.fields.map((each) =>
      column(entity.table, each, entity.keys.includes(each) && !each.isCreatable),
    ),
    primaryKey: entity.keys.map((each) => each.column),
    indexes: entity.fields
      .filter(({ isUnique, isIndexed }) => isUnique || isIndexed)
      .map((each) => ({
        name: constraintName(each.isUnique ? "ux" : "ix", entity, [each], maxNameLength),
        columns: [each.column],
        isUnique: each.isUnique,
        isPartial: false,
        conditionOn: each.isUnique && each.isNullable ? [each.column] : [],
        included: [],
        isSpecial: false,
      })),
    foreignKeys: entity.foreignKeys.flatMap(({ fields, targetEntityName }) => {
      const target = entities.find(({ name }) => name === targetEntityName);
      return target === undefined
        ? []
        : [
            {
              name: constraintName("fk", entity, fields, maxNameLength),
              columns: fields.map((each) => each.column),
              targetSchema: schema,
              targetTable: target.table,
              targetColumns: target.keys.map((each) => each.column),
            },
          ];
    }),
  }));
}

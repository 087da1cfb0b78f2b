import { columnOf } from "../../runtime/database/sql/column-of.js";
import { dialectColumns } from "../../runtime/database/dialects/dialect-columns.js";
import { countsUp } from "../../runtime/database/schema/schema-entity.js";
import type { FieldTypeName } from "../../runtime/model/field-type.js";
import type { DialectName, Entity, Field } from "../../runtime/model/model.js";
import { toKey, toUnion } from "./literal.js";

/** Field types whose columns hold the same values as records, if both have the same TypeScript type. */
const plainTypes: readonly FieldTypeName[] = [
  "string",
  "text",
  "richtext",
  "int",
  "float",
  "boolean",
  "enum",
];

/** The name of a table in Kysely's types. */
export function tableKey({ schema, table }: Pick<Entity, "schema" | "table">): string {
  return schema === undefined ? table : `${schema}.${table}`;
}

/** The columns as handwritten queries see them. */
export function columnViews(entity: Entity, dialect: DialectName) {
  return entity.fields.map((field) => {
    const type = columnType(field, dialect);
    const nullable = field.isNullable ? `${type} | null` : type;
    const isGenerated =
      countsUp(entity, field) || (field.default ?? null) !== null || field.filledBy !== undefined;
    return { key: toKey(field.column), type: isGenerated ? `Generated<${nullable}>` : nullable };
  });
}

function columnType(field: Field, dialect: DialectName): string {
  const { type, values } = field;
  const { typescript } = columnOf(field, dialectColumns[dialect]);
  const isListed =
    values?.every((value) => typeof value === typescript) === true && plainTypes.includes(type);
  return isListed ? toUnion(values) : typescript;
}

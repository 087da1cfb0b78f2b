import type { Sql } from "../../sql/sql.js";
import { constraintName } from "../constraint-names.js";
import { indexOf } from "../definitions.js";
import { sameName, sameNames } from "../stored/find-stored.js";
import { decide, type AlteredColumn, type SchemaChange } from "../schema-changes.js";
import type { TableDialect } from "../schema-dialect.js";
import type { StoredIndex } from "../stored/stored-schema.js";

/**
 * A column change with these statements. If indexes prevent the change, the field's own index is dropped before and
 * recreated after it.
 */
export function columnAlter(
  altered: AlteredColumn,
  difference: Pick<SchemaChange, "message" | "isOptional">,
  statements: readonly Sql[],
  dialect: TableDialect,
): SchemaChange {
  const { entity, table, field, stored, change } = altered;
  const { alter, migrations } = dialect.schema;
  if (alter?.isUnderIndex === undefined) return { kind: "alter", ...difference, statements, altered };
  const isUnder = alter.isUnderIndex(altered);
  const names = (columns: readonly string[] = []) => columns.some((name) => sameName(name, stored.name));
  const isInTheWay = (index: StoredIndex) =>
    names(index.conditionOn) || (!isUnder && (names(index.columns) || names(index.included)));
  const own = table.indexes.find((index) => isOwn(index, altered, dialect));
  const other = table.indexes.find((index) => index !== own && isInTheWay(index));
  if (other !== undefined) {
    const message = `${difference.message} Its index "${other.name}" must be dropped before it can be changed.`;
    return decide(message, difference.isOptional);
  }
  // The condition of a unique index depends on whether the column is nullable.
  const isOtherCondition = field.isUnique && change.nullability;
  const around =
    own === undefined || !(isInTheWay(own) || isOtherCondition)
      ? statements
      : [migrations.dropIndex(entity, own.name).sql, ...statements, indexOf(entity, field, dialect)];
  return { kind: "alter", ...difference, statements: around, altered };
}

/** Whether the index is the one that the field's options create. */
function isOwn(
  index: StoredIndex,
  { entity, field, stored }: AlteredColumn,
  { schema }: TableDialect,
): boolean {
  if (!field.isUnique && !field.isIndexed) return false;
  if (!isPlain(index, stored.name) || index.isUnique !== field.isUnique) return false;
  const own = constraintName(field.isUnique ? "ux" : "ix", entity, [field], schema.maxNameLength);
  return sameName(index.name, own);
}

/** Whether the index is on this column and has no property that an index of data-api lacks. */
export function isPlain(index: StoredIndex, column: string): boolean {
  const { columns, isPartial, included = [], isSpecial = false } = index;
  return sameNames(columns, [column]) && !isPartial && included.length === 0 && !isSpecial;
}

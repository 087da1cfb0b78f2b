import type { Sql } from "../../sql/sql.js";
import { sqlOf } from "../migration-syntax.js";
import { indexOf, type NewIndex } from "../field-index.js";
import { kindOfIndex, sameName, sameNames } from "../stored/find-stored.js";
import { decide, type AlteredColumn, type SchemaChange } from "../schema-changes.js";
import type { TableDialect } from "../schema-dialect.js";
import type { StoredIndex } from "../stored/stored-schema.js";

/**
 * A column change, with the usual statements or these. If indexes prevent the change, the field's own index is dropped before and
 * recreated after it.
 */
export function columnAlter(
  altered: AlteredColumn,
  difference: Pick<SchemaChange, "message" | "isOptional">,
  dialect: TableDialect,
  statements: readonly Sql[] = dialect.schema.alter?.column(altered) ?? [],
): SchemaChange {
  const { entity, table, field, stored, change } = altered;
  const { alter, migrations, createIndex } = dialect.schema;
  if (alter?.isUnderIndex === undefined) return { kind: "alter", ...difference, statements, altered };
  const isUnder = alter.isUnderIndex(altered);
  const names = (columns: readonly string[] = []) => columns.some((name) => sameName(name, stored.name));
  const isInTheWay = (index: StoredIndex) =>
    names(index.conditionOn) || (!isUnder && (names(index.columns) || names(index.included)));
  const wanted = indexOf(entity, field, dialect);
  const own = table.indexes.find((index) => isOwn(index, wanted, stored.name));
  const other = table.indexes.find((index) => index !== own && isInTheWay(index));
  if (other !== undefined) {
    const message = `${difference.message} Its index "${other.name}" must be dropped before it can be changed.`;
    return decide(message, difference.isOptional);
  }
  // The condition of a unique index depends on whether the column is nullable.
  const isOtherCondition = wanted?.kind === "unique" && change.nullability;
  const around =
    own === undefined || wanted === undefined || !(isInTheWay(own) || isOtherCondition)
      ? statements
      : [sqlOf(migrations.dropIndex(entity, own.name)), ...statements, createIndex(wanted)];
  return { kind: "alter", ...difference, statements: around, altered };
}

/** Whether the index is the one that the field's options create. */
function isOwn(index: StoredIndex, wanted: NewIndex | undefined, column: string): boolean {
  if (wanted === undefined || !isPlain(index, column)) return false;
  return kindOfIndex(index) === wanted.kind && sameName(index.name, wanted.name);
}

/** Whether the index is on this column and has no property that an index of data-api lacks. */
export function isPlain(index: StoredIndex, column: string): boolean {
  const { columns, isPartial, included = [], isSpecial = false } = index;
  return sameNames(columns, [column]) && !isPartial && included.length === 0 && !isSpecial;
}

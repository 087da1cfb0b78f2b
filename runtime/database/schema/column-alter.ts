import type { Sql } from "../sql/sql.js";
import { constraintName } from "./constraint-names.js";
import { indexOf } from "./definitions.js";
import { sameName } from "./find-stored.js";
import type { AlteredColumn, SchemaChange } from "./schema-changes.js";
import type { TableDialect } from "./schema-dialect.js";
import type { StoredIndex } from "./stored-schema.js";

/**
 * The change of a column by these statements. Where indexes keep a column from changing, the field's own index is
 * dropped before and created after them. Its condition, too, depends on whether the column is nullable.
 */
export function columnAlter(
  altered: AlteredColumn,
  difference: Pick<SchemaChange, "message" | "isOptional">,
  statements: readonly Sql[],
  dialect: TableDialect,
): SchemaChange {
  const { entity, table, field, stored } = altered;
  const { alter, migrations } = dialect.schema;
  if (alter?.isUnderIndex === undefined) return { kind: "alter", ...difference, statements, altered };
  const indexes = table.indexes.filter(({ columns }) => columns.some((name) => sameName(name, stored.name)));
  const own = indexes.find((index) => isOwn(index, altered, dialect));
  const [other] = alter.isUnderIndex(altered) ? [] : indexes.filter((index) => index !== own);
  if (other !== undefined) {
    const message = `${difference.message} Its index "${other.name}" must be dropped before it can be changed.`;
    return { kind: "decide", ...difference, message, statements: [] };
  }
  const around =
    own === undefined
      ? statements
      : [migrations.dropIndex(entity, own.name).sql, ...statements, indexOf(entity, field, dialect)];
  return { kind: "alter", ...difference, statements: around, altered };
}

/** Whether the index is what the field's options create. */
function isOwn(
  { name, columns }: StoredIndex,
  { entity, field }: AlteredColumn,
  { schema }: TableDialect,
): boolean {
  if (!field.isUnique && !field.isIndexed) return false;
  const own = constraintName(field.isUnique ? "ux" : "ix", entity, [field], schema.maxNameLength);
  return sameName(name, own) && columns.length === 1;
}

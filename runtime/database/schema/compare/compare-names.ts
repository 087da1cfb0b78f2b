import { decide, type SchemaChange } from "../schema-changes.js";
import type { StoredTable } from "../stored/stored-schema.js";
import type { SchemaEntity } from "../schema-entity.js";

/**
 * Finds names that differ only by case from those in a case-sensitive database, where statements would not find them.
 * They are not reported as missing, because hardly any user wants two tables whose names differ only by case.
 */
export function compareNames(
  { name: entity, table, schema, fields }: SchemaEntity,
  stored: StoredTable,
  defaultSchema: string | undefined,
): readonly SchemaChange[] {
  const names = [
    { kind: "table", own: table, other: stored.name, remedy: `set "table" of the entity "${entity}"` },
    {
      kind: "schema",
      own: schema ?? defaultSchema,
      other: stored.schema,
      remedy: `set "schema" of the entity "${entity}"`,
    },
    ...fields.map(({ name, column, system }) => ({
      kind: "column",
      own: column,
      other: otherCase(column, stored),
      remedy:
        system === undefined
          ? `set "column" of the field "${entity}"."${name}"`
          : `configure a field of "${entity}" for it instead of the server's own "${name}"`,
    })),
  ];
  return names
    .filter(({ own, other }) => other !== undefined && other !== own)
    .map(({ kind, own = "", other = "", remedy }) =>
      decide(`The ${kind} "${own}" is called "${other}" in the database, where case matters: ${remedy}.`),
    );
}

function otherCase(column: string, { columns }: StoredTable): string | undefined {
  if (columns.some(({ name }) => name === column)) return undefined;
  return columns.find(({ name }) => name.toLowerCase() === column.toLowerCase())?.name;
}

import type { ImportedEntity } from "./imported.js";

/** The names of the members of an entity's records. */
export function memberNames({
  fields,
  keys,
  options: { systemFields, foreignKeys = [] },
}: ImportedEntity): readonly string[] {
  return [
    ...fields.map(({ name }) => name),
    ...fields.flatMap(({ options }) => options?.foreignKey?.resolvedEntityName ?? []),
    ...foreignKeys.flatMap(({ resolvedEntityName }) => resolvedEntityName ?? []),
    ...keys.map(({ column }) => column.name),
    ...(systemFields?.createdat === false ? [] : ["createdat"]),
    ...(systemFields?.updatedat === false ? [] : ["updatedat"]),
  ];
}

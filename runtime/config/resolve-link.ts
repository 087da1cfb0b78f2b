import type { Entity, Field, Link } from "../model/model.js";
import type { Config, FieldConfig } from "./config.js";
import { internalTable } from "./internal-table.js";
import { keyParts } from "./keys.js";
import { byName, resolveForeignKey } from "./resolve-field.js";
import { columnLimits, systemField } from "./resolve-system-fields.js";

/** The list of other records that a field stands for; nothing for a field that is a column. */
export function resolveLink(
  name: string,
  field: FieldConfig,
  source: Entity,
  { entities }: Pick<Config, "entities">,
): readonly Link[] {
  const foreignKey = resolveForeignKey(field, entities);
  const target = foreignKey === undefined ? undefined : entities[foreignKey.targetEntityName];
  if (foreignKey === undefined || target === undefined || field.foreignKey?.isManyToMany !== true) return [];
  const [[, targetKey] = []] = keyParts(target);
  if (targetKey === undefined) return [];
  const sourceField = end("sourceid", source.keys[0], source.name);
  const targetField = { ...end("targetid", targetKey, foreignKey.targetEntityName), isIndexed: true };
  return [
    {
      ...foreignKey,
      name,
      sourceField,
      targetField,
      table: {
        ...joinTable(source, [sourceField, targetField]),
        name: `${source.name}.${name}`,
        table: field.foreignKey.joinTable ?? defaultJoinTable(source.table, name),
        formerTables:
          field.foreignKey.joinTable === undefined ? formerJoinTables(source, name, field.renamedFrom) : [],
      },
      isRequired: field.isRequired,
      isCreatable: field.isIgnoredOnCreate !== true,
      isEditable: field.isEditable,
      description: field.description,
      renamedFrom: field.renamedFrom,
    },
  ];
}

/** The name of the table that joins an entity's to another, where the configuration gives it none. */
export function defaultJoinTable(table: string, fieldName: string): string {
  return `${table}_${fieldName}`;
}

/** Its names before the entity was renamed, the field, or both: some of these renames may be done already. */
function formerJoinTables(
  { table, formerTables }: Entity,
  name: string,
  renamedFrom: string | undefined,
): readonly string[] {
  const fieldNames = renamedFrom === undefined ? [name] : [name, renamedFrom];
  return [table, ...formerTables]
    .flatMap((each) => fieldNames.map((fieldName) => defaultJoinTable(each, fieldName)))
    .slice(1);
}

/** A column with the key of a record that is joined. */
function end(
  name: "sourceid" | "targetid",
  key: Pick<FieldConfig, "type"> & Partial<FieldConfig>,
  targetEntityName: string,
): Field {
  return {
    ...systemField,
    name,
    column: name,
    type: key.type,
    ...columnLimits(key),
    isRequired: true,
    isCreatable: true,
    foreignKey: { targetEntityName, resolvedEntityName: name === "sourceid" ? "source" : "target" },
    system: undefined,
  };
}

/** It is beside the entity's own, and nobody but the server sees it. */
function joinTable(source: Entity, fields: readonly [Field, Field]): Entity {
  return {
    ...source,
    ...internalTable,
    fields,
    fieldsByName: byName(fields),
    keys: fields,
  };
}

import type { Entity, Field, ForeignKey, Link } from "../../model/model.js";
import { firstKey } from "../../model/fields.js";
import type { Config, FieldConfig } from "../config.js";
import { internalTable } from "../internal-table.js";
import { keyParts } from "../keys.js";
import { byName } from "./resolve-field.js";
import { resolveTarget } from "./resolve-foreign-keys.js";
import { columnLike, serverField } from "./resolve-system-fields.js";

/** The many-to-many list that a field declares. Empty if the field is a column. */
export function resolveLink(
  name: string,
  field: FieldConfig,
  source: Entity,
  { entities }: Pick<Config, "entities">,
): readonly Link[] {
  const { foreignKey } = field;
  if (foreignKey?.isManyToMany !== true) return [];
  const resolved = resolveTarget(foreignKey, { entities });
  const target = entities[resolved.targetEntityName];
  const [[, targetKey] = []] = target === undefined ? [] : keyParts(target);
  if (targetKey === undefined) return [];
  const sourceField = end("sourceid", firstKey(source));
  const targetField = { ...end("targetid", targetKey), isIndexed: true };
  return [
    {
      ...resolved,
      name,
      sourceField,
      targetField,
      table: {
        ...joinTable(source, [sourceField, targetField], resolved.targetEntityName),
        name: `${source.name}.${name}`,
        table: foreignKey.joinTable ?? defaultJoinTable(source.table, name),
        formerTables:
          foreignKey.joinTable === undefined ? formerJoinTables(source, name, field.renamedFrom) : [],
      },
      isRequired: field.isRequired,
      isCreatable: field.isIgnoredOnCreate !== true,
      isEditable: field.isEditable,
      label: field.label,
      description: field.description,
      renamedFrom: field.renamedFrom,
    },
  ];
}

export function defaultJoinTable(table: string, fieldName: string): string {
  return `${table}_${fieldName}`;
}

/**
 * The names that the join table may have had before the entity, the field or both were renamed. Some of these
 * renames may already be done.
 */
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

/** One of the two key columns of a join table. */
function end(name: "sourceid" | "targetid", key: Pick<FieldConfig, "type"> & Partial<FieldConfig>): Field {
  return serverField(name, { ...columnLike(key), isRequired: true, isCreatable: true });
}

/** The join table is internal: only the server sees it. */
function joinTable(
  source: Entity,
  fields: readonly [source: Field, target: Field],
  targetEntityName: string,
): Entity {
  const noNames = { resolvedEntityName: undefined, inverseName: undefined, isWritable: false };
  const refer = (field: Field, targetEntityName: string): ForeignKey => ({
    fields: [field],
    targetEntityName,
    ...noNames,
  });
  return {
    ...source,
    ...internalTable,
    schema: source.schema,
    fields,
    fieldsByName: byName(fields),
    foreignKeys: [refer(fields[0], source.name), refer(fields[1], targetEntityName)],
    keys: fields,
  };
}

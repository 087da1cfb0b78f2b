import type { FieldConfig } from "../../runtime/config/config.js";
import { fieldLimits } from "../../runtime/config/field-limits.js";
import type { StoredForeignKey, StoredTable } from "../../runtime/database/schema/stored-schema.js";
import { oneLine } from "../one-line.js";
import type { ImportedEntity, ImportedField, TableHints, TypedColumn } from "./imported.js";
import { chooseNames } from "./choose-names.js";

/** The target of a foreign key, and the limits that the field must share with it. */
interface Reference {
  readonly target: ImportedEntity;
  /** The name that the resolved record should have. */
  readonly wantedName?: string | undefined;
  readonly limits: Pick<FieldConfig, "maxLength">;
}

/** Adds the foreign keys of the table to the entity: to a field if possible, else as a note. */
export function importForeignKeys(
  entity: ImportedEntity,
  entities: readonly ImportedEntity[],
  { resolvedNames }: TableHints = {},
): ImportedEntity {
  let { fields } = entity;
  const notes: string[] = [];
  for (const foreignKey of inOrderOfColumns(entity.table)) {
    const field = fields.find(({ column }) => column === foreignKey.columns[0]);
    // The note about the omitted column is enough.
    if (foreignKey.columns.length === 1 && field !== undefined && field.options === undefined) continue;
    const result = resolve(entity, field, foreignKey, entities);
    if (typeof result === "string") {
      notes.push(`The foreign key ${describe(foreignKey)} is left out: ${result}.`);
      continue;
    }
    const reference = { ...result, wantedName: resolvedNames?.get(foreignKey.columns[0] ?? "") };
    fields = fields.map((candidate) =>
      candidate.name === field?.name && candidate.options !== undefined
        ? {
            ...candidate,
            options: withReference(candidate.options, candidate.name, reference, { ...entity, fields }),
          }
        : candidate,
    );
  }
  return { ...entity, fields, notes: [...entity.notes, ...notes] };
}

/** The target of the foreign key, or why no field can have it. */
function resolve(
  entity: ImportedEntity,
  field: ImportedField | undefined,
  { columns, targetSchema, targetTable, targetColumns }: StoredForeignKey,
  entities: readonly ImportedEntity[],
): Reference | string {
  if (columns.length > 1) return "it is made of several columns";
  if (field?.options === undefined) return "the server sets that column itself";
  const target = findTarget(entities, targetSchema, targetTable);
  if (target === undefined) return "that is not in this file";
  if (field.options.foreignKey !== undefined) return "the field has another one";
  const [key, ...more] = target.keys;
  const pointsTo = targetColumns[0] ?? target.table.primaryKey[0];
  if (key === undefined || more.length > 0 || key.column.name.toLowerCase() !== pointsTo?.toLowerCase())
    return "that is not what identifies a record there";
  const { type } = field.options;
  if (type !== key.field.type && !(type === "bigint" && key.field.type === "int"))
    return `the field is of type "${type}", what it points to of type "${key.field.type}"`;
  if (type === "enum") return "an enum cannot be a foreign key";
  return sharedLimits(entity, field.column, field.options, key, target);
}

/** Sorted by column and without duplicates: a database accepts the same foreign key twice. */
function inOrderOfColumns({ foreignKeys, columns }: StoredTable): readonly StoredForeignKey[] {
  const place = ({ columns: [first] }: StoredForeignKey) => columns.findIndex(({ name }) => name === first);
  const once = new Map(foreignKeys.map(({ name, ...rest }) => [JSON.stringify(rest), { name, ...rest }]));
  return [...once.values()].toSorted((a, b) => place(a) - place(b));
}

function findTarget(
  entities: readonly ImportedEntity[],
  schema: StoredTable["schema"],
  name: string,
): ImportedEntity | undefined {
  const inSchema = entities.filter(({ table }) => table.schema === schema);
  return (
    inSchema.find(({ table }) => table.name === name) ??
    inSchema.find(({ table }) => table.name.toLowerCase() === name.toLowerCase())
  );
}

/** Gives the field the limits of its target, if the column is wide enough. */
function sharedLimits(
  entity: ImportedEntity,
  column: string,
  options: FieldConfig,
  key: TypedColumn,
  target: ImportedEntity,
): Reference | string {
  const own = fieldLimits(options);
  const needed = fieldLimits(key.field);
  const sizes = ["maxLength", "precision", "scale", "zone"] as const;
  if (sizes.every((size) => own[size] === needed[size])) return { target, limits: {} };
  const { length } = entity.table.columns.find(({ name }) => name === column) ?? {};
  const isKey = entity.keys.some((part) => part.column.name === column);
  const isWide = length === undefined || length >= (needed.maxLength ?? 0);
  return key.field.type === "string" && isWide && !isKey
    ? { target, limits: { maxLength: needed.maxLength } }
    : "the two columns are not of the same length";
}

/**
 * Adds the foreign key. The resolved record gets the name that is wanted for it, else that of the field
 * without its `id` suffix, if the name is free.
 */
function withReference(
  options: FieldConfig,
  fieldName: string,
  { target, limits, wantedName }: Reference,
  { fields, keys, options: { systemFields } }: ImportedEntity,
): FieldConfig {
  const taken = [
    ...fields.map(({ name }) => name),
    ...fields.flatMap(({ options: other }) => other?.foreignKey?.resolvedEntityName ?? []),
    ...keys.map(({ column }) => column.name),
    ...(systemFields?.createdat === false ? [] : ["createdat"]),
    ...(systemFields?.updatedat === false ? [] : ["updatedat"]),
  ];
  const isFree = (name: string) => !taken.some((other) => other.toLowerCase() === name.toLowerCase());
  const [, bare = target.name] = /^(.+?)(?:_id|id)$/i.exec(fieldName) ?? [];
  const wanted =
    [...(wantedName === undefined ? [] : [wantedName]), bare, target.name].find(isFree) ??
    `${fieldName}_record`;
  const [resolvedEntityName = wanted] = chooseNames([wanted], "field", taken);
  return { ...options, ...limits, foreignKey: { targetEntityName: target.name, resolvedEntityName } };
}

function describe({ columns, targetTable }: StoredForeignKey): string {
  return `from ${columns.map((name) => `"${oneLine(name)}"`).join(", ")} to "${oneLine(targetTable)}"`;
}

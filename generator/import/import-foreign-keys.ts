import type { FieldConfig } from "../../runtime/config/config.js";
import { fieldLimits } from "../../runtime/config/field-limits.js";
import { sameName, sameNames } from "../../runtime/database/schema/stored/find-stored.js";
import type { StoredForeignKey, StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import { oneLine } from "../one-line.js";
import { keyOfColumns, type ImportedEntity, type ImportedField, type TypedColumn } from "./imported.js";
import { chooseNames } from "./choose-names.js";
import { memberNames } from "./member-names.js";

/** A foreign key whose fields can refer to the target's key, in its order. */
interface Reference {
  readonly target: ImportedEntity;
  readonly parts: readonly ReferencePart[];
}

/** A field, and the limits that it must share with its part of the target's key. */
interface ReferencePart {
  readonly field: ImportedField;
  readonly limits: Pick<FieldConfig, "maxLength">;
}

/** Adds the foreign keys of the table to the entity: to a field or the entity if possible, else as a note. */
export function importForeignKeys(
  entity: ImportedEntity,
  entities: readonly ImportedEntity[],
): ImportedEntity {
  const { resolvedNames } = entity.table.hints ?? {};
  let described = entity;
  for (const foreignKey of inOrderOfColumns(entity.table)) {
    const own = described.fields.filter(({ column }) => foreignKey.columns.includes(column));
    // The note about the omitted column is sufficient.
    if (own.some(({ options }) => options === undefined)) continue;
    const result = resolve(described, foreignKey, entities);
    if (typeof result === "string") {
      const note = `The foreign key ${describe(foreignKey)} is left out: ${result}.`;
      described = { ...described, notes: [...described.notes, note] };
    } else {
      const wantedName = resolvedNames?.get(keyOfColumns(foreignKey.columns));
      described = withReference(described, result, wantedName);
    }
  }
  return described;
}

/** The foreign key for the fields, or the reason why it is not possible. */
function resolve(
  entity: ImportedEntity,
  foreignKey: StoredForeignKey,
  entities: readonly ImportedEntity[],
): Reference | string {
  const { columns, targetSchema, targetTable, targetColumns } = foreignKey;
  if (!columns.every((name) => entity.fields.some(({ column }) => column === name)))
    return "the server sets that column itself";
  const target = findTarget(entities, targetSchema, targetTable);
  if (target === undefined) return "that is not in this file";
  const pointsTo = targetColumns.length === 0 ? target.table.primaryKey : targetColumns;
  const keyColumns = target.keys.map(({ column }) => column.name);
  if (columns.length !== pointsTo.length || !sameNames(pointsTo, keyColumns))
    return "that is not what identifies a record there";
  const parts: ReferencePart[] = [];
  for (const key of target.keys) {
    const column = columns[pointsTo.findIndex((name) => sameName(name, key.column.name))];
    const field = entity.fields.find((each) => each.column === column);
    const part = field === undefined ? "that is not in this file" : resolvePart(entity, field, key);
    if (typeof part === "string") return part;
    parts.push(part);
  }
  const names = parts.map(({ field }) => field.name);
  const isTaken =
    names.length === 1
      ? parts[0]?.field.options?.foreignKey !== undefined
      : entity.options.foreignKeys?.some(({ fields }) => sameNames(fields, names)) === true;
  if (isTaken) return `the field${names.length === 1 ? " has" : "s have"} another one`;
  return { target, parts };
}

/** The field with the limits of its part of the key, or the reason why it cannot refer to it. */
function resolvePart(entity: ImportedEntity, field: ImportedField, key: TypedColumn): ReferencePart | string {
  const { options } = field;
  if (options === undefined) return "that is not in this file";
  if (options.type !== key.field.type && !(options.type === "bigint" && key.field.type === "int"))
    return `the field is of type "${options.type}", what it points to of type "${key.field.type}"`;
  if (options.type === "enum") return "an enum cannot be a foreign key";
  const limits = sharedLimits(entity, field, options, key);
  return typeof limits === "string" ? limits : { field, limits };
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

/** The limits that the field takes over from its target, if the column is wide enough. */
function sharedLimits(
  entity: ImportedEntity,
  { name, column }: ImportedField,
  options: FieldConfig,
  key: TypedColumn,
): ReferencePart["limits"] | string {
  const own = fieldLimits(options);
  const needed = fieldLimits(key.field);
  const sizes = ["maxLength", "precision", "scale", "zone"] as const;
  if (sizes.every((size) => own[size] === needed[size])) return {};
  const { length } = entity.table.columns.find((each) => each.name === column) ?? {};
  const isBound =
    options.foreignKey !== undefined ||
    entity.options.foreignKeys?.some(({ fields }) => fields.includes(name)) === true;
  const isKey = entity.keys.some((part) => part.column.name === column);
  const isWide = length === undefined || length >= (needed.maxLength ?? 0);
  return key.field.type === "string" && isWide && !isKey && !isBound
    ? { maxLength: needed.maxLength }
    : "the two columns are not of the same length";
}

/**
 * Adds the foreign key, to its field if it has only one.
 * @param wantedName The name that the resolved record should have.
 */
function withReference(
  entity: ImportedEntity,
  { target, parts }: Reference,
  wantedName: string | undefined,
): ImportedEntity {
  const names = parts.map(({ field }) => field.name);
  const reference = {
    targetEntityName: target.name,
    resolvedEntityName: resolvedName(entity, names, target.name, wantedName),
  };
  const isOne = parts.length === 1;
  const { foreignKeys = [] } = entity.options;
  return {
    ...entity,
    options: isOne
      ? entity.options
      : { ...entity.options, foreignKeys: [...foreignKeys, { fields: names, ...reference }] },
    fields: entity.fields.map((field) => {
      const part = parts.find((each) => each.field.name === field.name);
      const { options } = field;
      if (part === undefined || options === undefined) return field;
      return { ...field, options: { ...options, ...part.limits, ...(isOne && { foreignKey: reference }) } };
    }),
  };
}

/**
 * The wanted name of the resolved record, else the name of the last field with an `id` suffix, without the suffix, if
 * it is free.
 */
function resolvedName(
  entity: ImportedEntity,
  names: readonly string[],
  targetName: string,
  wantedName: string | undefined,
): string {
  const taken = memberNames(entity);
  const isFree = (name: string) => !taken.some((other) => other.toLowerCase() === name.toLowerCase());
  const bare = bareName(names) ?? targetName;
  const wanted = [wantedName ?? bare, bare, targetName].find(isFree) ?? `${names.join("_")}_record`;
  const [resolvedEntityName = wanted] = chooseNames([wanted], "field", taken);
  return resolvedEntityName;
}

/** The name of the last field with an `id` suffix, without it. */
export function bareName(names: readonly string[]): string | undefined {
  return names.flatMap((name) => /^(.+?)(?:_id|id)$/i.exec(name)?.[1] ?? []).at(-1);
}

function describe({ columns, targetTable }: StoredForeignKey): string {
  return `from ${columns.map((name) => `"${oneLine(name)}"`).join(", ")} to "${oneLine(targetTable)}"`;
}

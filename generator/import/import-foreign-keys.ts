import type { FieldConfig } from "../../runtime/config/config.js";
import { fieldLimits } from "../../runtime/config/field-limits.js";
import type { StoredForeignKey, StoredTable } from "../../runtime/database/schema/stored-schema.js";
import { oneLine } from "../one-line.js";
import type { ImportedEntity, ImportedField, TypedColumn } from "./imported.js";
import { chooseNames } from "./names.js";

/** Where a foreign key points, and what of its field has to be as it is there. */
interface Reference {
  readonly target: ImportedEntity;
  readonly limits: Pick<FieldConfig, "maxLength">;
}

/** The entity with its foreign keys: on fields where a field can carry one, else as notes. */
export function importForeignKeys(
  entity: ImportedEntity,
  entities: readonly ImportedEntity[],
): ImportedEntity {
  let { fields } = entity;
  const notes: string[] = [];
  for (const foreignKey of inOrderOfColumns(entity.table)) {
    const field = fields.find(({ column }) => column === foreignKey.columns[0]);
    // What the comment on a column that is left out says is enough.
    if (foreignKey.columns.length === 1 && field !== undefined && field.options === undefined) continue;
    const result = resolve(entity, field, foreignKey, entities);
    if (typeof result === "string") {
      notes.push(`The foreign key ${describe(foreignKey)} is left out: ${result}.`);
      continue;
    }
    fields = fields.map((candidate) =>
      candidate.name === field?.name && candidate.options !== undefined
        ? {
            ...candidate,
            options: withReference(candidate.options, candidate.name, result, { ...entity, fields }),
          }
        : candidate,
    );
  }
  return { ...entity, fields, notes: [...entity.notes, ...notes] };
}

/** Where the foreign key points, or why no field can carry it. */
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
  return sharedLimits(entity, field.column, field.options, key, target);
}

/** Each once, although a database takes the same one twice. */
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

/** A field has the limits of what it points to, if its column can. */
function sharedLimits(
  entity: ImportedEntity,
  column: string,
  options: FieldConfig,
  key: TypedColumn,
  target: ImportedEntity,
): Reference | string {
  const own = fieldLimits(options);
  const needed = fieldLimits(key.field);
  if (own.maxLength === needed.maxLength && own.precision === needed.precision && own.scale === needed.scale)
    return { target, limits: {} };
  const { length } = entity.table.columns.find(({ name }) => name === column) ?? {};
  const isKey = entity.keys.some((part) => part.column.name === column);
  const isWide = length === undefined || length >= (needed.maxLength ?? 0);
  return key.field.type === "string" && isWide && !isKey
    ? { target, limits: { maxLength: needed.maxLength } }
    : "the two columns are not of the same length";
}

/** The name under which a record carries the other: that of the field without what says that it is an id. */
function withReference(
  options: FieldConfig,
  fieldName: string,
  { target, limits }: Reference,
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
  const wanted = [bare, target.name].find(isFree) ?? `${fieldName}_record`;
  const [resolvedEntityName = wanted] = chooseNames([wanted], "field", taken);
  return { ...options, ...limits, foreignKey: { targetEntityName: target.name, resolvedEntityName } };
}

function describe({ columns, targetTable }: StoredForeignKey): string {
  return `from ${columns.map((name) => `"${oneLine(name)}"`).join(", ")} to "${oneLine(targetTable)}"`;
}

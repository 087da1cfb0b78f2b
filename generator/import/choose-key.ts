import { uniqueIndexes } from "../../runtime/database/schema/stored/find-stored.js";
import { MAX_KEYS } from "../../runtime/model/settings/entity-shape.js";
import { fieldLimits } from "../../runtime/config/field-limits.js";
import { MAX_INDEXED_BYTES } from "../../runtime/config/rules/field-options.js";
import { keyLength, MAX_KEY_LENGTH } from "../../runtime/config/rules/primary-keys.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { FIXED_BYTES } from "../../runtime/model/values/native-types.js";
import type { StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import { oneLine } from "../one-line.js";
import type { TypedColumn } from "./imported.js";

/**
 * Chooses the columns that identify a record: the primary key, else a unique index, and for a view a column by its
 * name and its rows. None if no columns certainly do.
 * @param keyNames The names of all single-column primary keys, in lower case: a view may expose one of them.
 */
export function chooseKey(
  table: StoredTable,
  candidates: readonly TypedColumn[],
  keyNames: ReadonlySet<string>,
): readonly TypedColumn[] {
  const usable = candidates.filter(canBeKey);
  const named = (names: readonly string[]) =>
    names.flatMap((name) => usable.find(({ column }) => column.name === name) ?? []);
  const declared = [table.primaryKey, ...uniqueColumns(table)]
    .filter((names) => names.length > 0 && names.length <= MAX_KEYS)
    .map((names) => ({ names, columns: named(names) }))
    .filter(({ names, columns }) => columns.length === names.length)
    .map(({ columns }) => columns);
  const key = declared.find((columns) => !isComputed(columns)) ?? declared[0];
  if (key !== undefined) return shortened(key);
  return table.isView ? shortened(guessInView(table, usable, keyNames)) : [];
}

/** Whether the database computes a part of the key, so that no create can supply it. */
export function isComputed(key: readonly TypedColumn[]): boolean {
  return key.some(({ column }) => column.generated === "computed");
}

/** The columns of each unique index that covers every record, the shortest first. */
function uniqueColumns(table: StoredTable): readonly (readonly string[])[] {
  const isNotNull = (name: string) =>
    table.columns.some((column) => column.name === name && !column.isNullable);
  return uniqueIndexes(table)
    .filter(({ isPartial }) => !isPartial)
    .map((index) => index.columns)
    .filter((names) => names.every(isNotNull))
    .toSorted((a, b) => a.length - b.length);
}

function canBeKey({ field }: TypedColumn): boolean {
  // A record with an empty key would have no path.
  if (field.type === "enum" && field.values?.includes("") === true) return false;
  if (field.type === "bytes" && (fieldLimits(field).maxLength ?? Infinity) > MAX_INDEXED_BYTES) return false;
  return fieldTypes[field.type].canBeKey;
}

/** A column with the name of a key, if its values are unique in the view. */
function guessInView(
  { name }: StoredTable,
  usable: readonly TypedColumn[],
  keyNames: ReadonlySet<string>,
): readonly TypedColumn[] {
  const different = usable.filter(({ column }) => column.isDistinct === true);
  const likely = ["id", `${name}id`, `${name}_id`].map((candidate) => candidate.toLowerCase());
  const called = (column: TypedColumn) => column.column.name.toLowerCase();
  const guess =
    likely.flatMap((candidate) => different.filter((column) => called(column) === candidate))[0] ??
    different.find((column) => keyNames.has(called(column)));
  return guess === undefined ? [] : [guess];
}

/** Shortens texts and bytes so that together they fit into a key. */
function shortened(columns: readonly TypedColumn[]): readonly TypedColumn[] {
  const lengthOf = ({ field }: TypedColumn) => keyLength(field);
  const sumOf = (parts: readonly TypedColumn[]) => parts.reduce((sum, part) => sum + lengthOf(part), 0);
  if (sumOf(columns) <= MAX_KEY_LENGTH) return columns;
  // Values of a list and bytes of a fixed length cannot be shorter.
  const parts = columns.filter(
    ({ field }) => field.type === "string" || (field.type === "bytes" && field.storedAs !== FIXED_BYTES),
  );
  const rest = MAX_KEY_LENGTH - sumOf(columns.filter((column) => !parts.includes(column)));
  const longest = Math.floor(rest / parts.length);
  return columns.map((typed) => {
    if (!parts.includes(typed) || lengthOf(typed) <= longest) return typed;
    const maxLength = typed.field.type === "bytes" ? 2 * longest : longest;
    return { ...typed, field: { ...typed.field, maxLength } };
  });
}

/** The comments about the key in the imported configuration. */
export function keyNotes(
  { isView, primaryKey, inheritedBy, takesNoLocks }: StoredTable,
  key: readonly TypedColumn[],
): readonly string[] {
  const [only] = key;
  const isCut = key.some(
    ({ column, field }) =>
      field.type === "string" && (column.length ?? 0) > (fieldLimits(field).maxLength ?? 0),
  );
  const keyNames = key.map(({ column }) => `"${oneLine(column.name)}"`).join(" and ");
  const keyless = primaryKey.length === 0 ? "It has no key" : "Its key cannot be one here";
  const foundInView = `Check that ${keyNames} ${key.length === 1 ? "identifies" : "identify"} a record.`;
  const missing = isView
    ? 'Nothing shows what identifies a record. If fields do, name them in "primaryKey".'
    : `${keyless}, so it is read-only. If fields identify a record, name them in "primaryKey".`;
  return [
    ...(only === undefined ? [missing] : []),
    ...(isView && only !== undefined ? [foundInView] : []),
    ...(!isView && isComputed(key) ? ["Its key is computed, so it is read-only."] : []),
    ...(inheritedBy === undefined
      ? []
      : [
          `Its records include those of ${inheritedBy.map((name) => `"${oneLine(name)}"`).join(", ")}, which inherit from it and may have the same keys, so it is read-only.`,
        ]),
    ...(takesNoLocks === true
      ? ["It is memory-optimized and takes no locks, which writes need, so it is read-only."]
      : []),
    ...(isCut ? [`The texts of a key have at most ${MAX_KEY_LENGTH} characters together here.`] : []),
  ];
}

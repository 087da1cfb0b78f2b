import { MAX_KEYS } from "../../runtime/model/entity-shape.js";
import { fieldLimits } from "../../runtime/config/field-limits.js";
import { MAX_INDEXED_BYTES } from "../../runtime/config/rules/field-options.js";
import { keyLength, MAX_KEY_LENGTH } from "../../runtime/config/rules/primary-keys.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { FIXED_BYTES } from "../../runtime/model/native-types.js";
import type { StoredTable } from "../../runtime/database/schema/stored-schema.js";
import { oneLine } from "../one-line.js";
import type { TypedColumn } from "./imported.js";

export interface ChosenKey {
  readonly columns: readonly TypedColumn[];
  /** Whether the key is only a guess. If so, the entity must be read-only. */
  readonly isGuess: boolean;
}

/**
 * Chooses the columns that identify a record: the primary key, else a unique index, else a guess. `undefined`
 * if no column can be a key.
 * @param keyNames The names of all single-column primary keys, in lower case: a view may expose one of them.
 */
export function chooseKey(
  table: StoredTable,
  candidates: readonly TypedColumn[],
  keyNames: ReadonlySet<string>,
): ChosenKey | undefined {
  const usable = candidates.filter(canBeKey);
  const named = (names: readonly string[]) =>
    names.flatMap((name) => usable.find(({ column }) => column.name === name) ?? []);
  const declared = [table.primaryKey, ...uniqueColumns(table)]
    .filter((names) => names.length > 0 && names.length <= MAX_KEYS)
    .map((names) => ({ names, columns: named(names) }))
    .find(
      ({ names, columns }) =>
        columns.length === names.length && columns.every(({ column }) => column.generated !== "computed"),
    );
  if (declared !== undefined) return { columns: shortened(declared.columns), isGuess: false };
  // Bytes of any length are a key only where the table says so.
  const likely = usable.filter(({ column, field }) => field.type !== "bytes" || column.length !== undefined);
  const guessed = table.isView ? guessInView(table, likely, keyNames) : guessInTable(likely);
  return guessed.length === 0 ? undefined : { columns: shortened(guessed), isGuess: true };
}

/** The columns of each unique index that covers every record, the shortest first. */
function uniqueColumns({ indexes, columns }: StoredTable): readonly (readonly string[])[] {
  const isNotNull = (name: string) => columns.some((column) => column.name === name && !column.isNullable);
  return indexes
    .filter(({ isUnique, isPartial }) => isUnique && !isPartial)
    .map((index) => index.columns)
    .filter((names) => names.every(isNotNull))
    .toSorted((a, b) => a.length - b.length);
}

function canBeKey({ field }: TypedColumn): boolean {
  if (field.type === "bytes" && (fieldLimits(field).maxLength ?? Infinity) > MAX_INDEXED_BYTES) return false;
  return fieldTypes[field.type].isIndexable && field.type !== "float";
}

function guessInTable(usable: readonly TypedColumn[]): readonly TypedColumn[] {
  const notNull = usable.filter(({ column }) => !column.isNullable);
  return (notNull.length > 0 ? notNull : usable).slice(0, MAX_KEYS);
}

function guessInView(
  { name }: StoredTable,
  usable: readonly TypedColumn[],
  keyNames: ReadonlySet<string>,
): readonly TypedColumn[] {
  // Their rows tell which columns cannot be the key.
  const different = usable.filter(({ column }) => column.isRepeated !== true);
  if (different.length === 0) return usable.slice(0, MAX_KEYS);
  const likely = ["id", `${name}id`, `${name}_id`].map((candidate) => candidate.toLowerCase());
  const called = (column: TypedColumn) => column.column.name.toLowerCase();
  const guess =
    likely.flatMap((candidate) => different.filter((column) => called(column) === candidate))[0] ??
    different.find((column) => keyNames.has(called(column))) ??
    different.find(({ column }) => !column.isNullable) ??
    different.find(({ column }) => column.type !== "") ??
    different[0];
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

/** The comments about the key that the imported configuration carries. */
export function keyNotes(table: StoredTable, { columns, isGuess }: ChosenKey): readonly string[] {
  const names = columns.map(({ column }) => `"${oneLine(column.name)}"`).join(", ");
  const isCut = columns.some(
    ({ column, field }) =>
      field.type === "string" && (column.length ?? 0) > (fieldLimits(field).maxLength ?? 0),
  );
  const guess = columns.length === 1 ? `${names} identifies a record` : `${names} together identify a record`;
  return [
    ...(isGuess && table.isView ? [`Check that ${guess}.`] : []),
    ...(isGuess && !table.isView
      ? [`It has no key that can be one here, so it is only read. Check that ${guess}.`]
      : []),
    ...(isCut ? [`The texts of a key have at most ${MAX_KEY_LENGTH} characters together here.`] : []),
  ];
}

import type { EntityConfig } from "../../runtime/config/config.js";
import { MAX_INDEXED_LENGTH } from "../../runtime/config/rules/field-options.js";
import { typeText } from "../../runtime/database/schema/compare-schema.js";
import { fieldOfColumn } from "../../runtime/database/schema/field-of-column.js";
import type { SchemaDialect } from "../../runtime/database/schema/schema-dialect.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored-schema.js";
import type { Entity } from "../../runtime/model/model.js";
import { nameMistake, storedNameMistake } from "../../runtime/model/names.js";
import { oneLine } from "../one-line.js";
import { chooseKey, keyNotes, type ChosenKey } from "./choose-key.js";
import { importField, isUniqueColumn, isString } from "./import-field.js";
import type { ImportedEntity, ImportedField, TypedColumn } from "./imported.js";
import { chooseNames } from "./names.js";

/** What the import of one table has to know of the others, and of the configuration that there is. */
export interface ImportContext {
  readonly schema: SchemaDialect;
  readonly defaultSchema: string | undefined;
  /** The names, in lower case, of what is the whole key of some table. */
  readonly keyNames: ReadonlySet<string>;
  /** The entity that the configuration has for the table already. */
  readonly known: Entity | undefined;
}

/** The entity of a table or view, without foreign keys; undefined if nothing could tell its records apart. */
export function importEntity(
  table: StoredTable,
  name: string,
  context: ImportContext,
): ImportedEntity | undefined {
  const typed = table.columns.flatMap(
    (column) => typedColumn(column, table, isString(table, column.name), context) ?? [],
  );
  const possibleKeys = table.columns.flatMap((column) => typedColumn(column, table, true, context) ?? []);
  const key = chooseKey(table, possibleKeys, context.keyNames);
  if (key === undefined) return undefined;
  const isReadOnly = table.isView || key.isGuess;
  const own = isReadOnly ? undefined : ownKey(key, table);
  const times = isReadOnly ? [] : typed.filter(isTime).map(({ column }) => column.name);
  const added = [...(own === undefined ? [] : [own.name]), ...times];
  const columns = table.columns.filter((column) => !added.includes(column.name));
  const names = fieldNames(columns, added, context);
  const fields = columns.map((column) =>
    importColumn(column, names.get(column) ?? column.name, typed, { table, key, isReadOnly }),
  );
  const unfilled = fields.filter(
    ({ column, options }) => options === undefined && mustBeFilled(table.columns, column),
  );
  const keyFields = key.columns.flatMap(({ column }) => names.get(column) ?? []);
  return {
    name,
    table,
    keys: key.columns,
    notes: [
      ...keyNotes(table, key),
      ...(unfilled.length === 0 || isReadOnly
        ? []
        : [
            `Nobody can create records: ${unfilled.map(({ column }) => `"${oneLine(column)}"`).join(", ")} must have a value.`,
          ]),
    ],
    options: {
      ...(table.name !== name && { table: table.name }),
      ...(table.schema !== context.defaultSchema && { schema: table.schema }),
      ...(isReadOnly && { isReadOnly }),
      ...(own === undefined
        ? { primaryKey: keyFields.length === 1 ? keyFields[0] : keyFields }
        : own.name !== "id" && { primaryKey: own.name }),
      ...(!isReadOnly && systemFields(own?.type, times)),
      permissions: {
        read: [],
        ...(!isReadOnly && unfilled.length === 0 && { create: [] }),
        ...(!isReadOnly && { update: [], delete: [] }),
      },
    },
    fields,
  };
}

/** The field of a column, or why there is none. */
function importColumn(
  column: StoredColumn,
  name: string,
  typed: readonly TypedColumn[],
  { table, key, isReadOnly }: { table: StoredTable; key: ChosenKey; isReadOnly: boolean },
): ImportedField {
  const inKey = key.columns.find((part) => part.column === column);
  const found = inKey ?? typed.find((candidate) => candidate.column === column);
  const place = `"${oneLine(column.name)}"`;
  if (found === undefined)
    return { name, column: column.name, notes: [leftOutNote(column)], options: undefined };
  const role = inKey === undefined ? undefined : isMade(inKey, key, table) ? "made" : "supplied";
  const options = importField(name, found, table, { key: role, isReadOnly });
  const canBeUnique = role === undefined && !isReadOnly && options.isUnique !== true;
  const notes = [
    ...(column.type === "" && column.holds === undefined
      ? [`The database does not say of which type ${place} is.`]
      : []),
    ...(canBeUnique && isUniqueColumn(table, column.name)
      ? [`${place} is unique, which a field of its type and length cannot say.`]
      : []),
  ];
  return { name, column: column.name, notes, options };
}

/** SQLite knows no type of what a view computes. */
function typedColumn(
  column: StoredColumn,
  { isView }: StoredTable,
  isString: boolean,
  { schema }: ImportContext,
): TypedColumn | undefined {
  if (storedNameMistake(column.name) !== undefined) return undefined;
  if (isView && column.type === "" && column.holds === undefined)
    return { column, field: { type: isString ? "string" : "text" } };
  const field = fieldOfColumn(column, schema, isString ? MAX_INDEXED_LENGTH : undefined);
  return field === undefined ? undefined : { column, field };
}

function leftOutNote(column: StoredColumn): string {
  const mistake = storedNameMistake(column.name);
  const reason = mistake === undefined ? typeMistake(column) : `its name ${mistake}`;
  return `"${oneLine(column.name)}" is left out: ${reason}.`;
}

function typeMistake(column: StoredColumn): string {
  return column.type === "" ? "it has no type" : `the type "${oneLine(typeText(column))}" is not supported`;
}

/** The key, where it is one that the server adds by itself. */
function ownKey(key: ChosenKey, table: StoredTable): { name: string; type: "int" | "uuid" } | undefined {
  const [part] = key.columns;
  if (part === undefined || !isMade(part, key, table)) return undefined;
  const { type } = part.field;
  const isOwn = (type === "int" || type === "uuid") && nameMistake(part.column.name) === undefined;
  return isOwn ? { name: part.column.name, type } : undefined;
}

/** Whether a create leaves the key to others. One that points to another table is that record's, and not made. */
function isMade({ column, field }: TypedColumn, { columns }: ChosenKey, table: StoredTable): boolean {
  if (columns.length > 1 || table.foreignKeys.some((foreignKey) => foreignKey.columns.includes(column.name)))
    return false;
  if (field.type === "uuid") return column.default !== undefined && column.defaultText === undefined;
  return column.generated === "identity";
}

/** Whether the server can set the column as one of its own times. */
function isTime({ column, field }: TypedColumn): boolean {
  const isNamed = column.name === "createdat" || column.name === "updatedat";
  return (
    isNamed &&
    field.type === "datetime" &&
    field.storedAs === undefined &&
    !column.isNullable &&
    column.generated === undefined
  );
}

function systemFields(
  id: "int" | "uuid" | undefined,
  times: readonly string[],
): Pick<EntityConfig, "systemFields"> {
  const options = {
    ...(id === "uuid" && { id }),
    ...(!times.includes("createdat") && { createdat: false }),
    ...(!times.includes("updatedat") && { updatedat: false }),
  };
  return Object.keys(options).length === 0 ? {} : { systemFields: options };
}

function fieldNames(
  columns: readonly StoredColumn[],
  added: readonly string[],
  { known }: ImportContext,
): ReadonlyMap<StoredColumn, string> {
  const configured = new Map(
    columns.flatMap((column) => {
      const field = known?.fields.find((candidate) => candidate.column === column.name);
      return field === undefined ? [] : [[column, field.name] as const];
    }),
  );
  const unnamed = columns.filter((column) => !configured.has(column));
  const taken = [...added, ...(known?.fields.map(({ name }) => name) ?? [])];
  const names = chooseNames(
    unnamed.map(({ name }) => name),
    "field",
    taken,
  );
  return new Map([
    ...configured,
    ...unnamed.map((column, index) => [column, names[index] ?? column.name] as const),
  ]);
}

function mustBeFilled(columns: readonly StoredColumn[], name: string): boolean {
  return columns.some(
    (column) =>
      column.name === name &&
      !column.isNullable &&
      column.default === undefined &&
      column.generated === undefined,
  );
}

import { indexKind } from "../../runtime/model/index-options.js";
import type { EntityConfig } from "../../runtime/config/config.js";
import { typeText } from "../../runtime/database/schema/compare/compare-schema.js";
import { fieldOfColumn } from "../../runtime/database/schema/stored/field-of-column.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import { earlyTriggers, sameName } from "../../runtime/database/schema/stored/find-stored.js";
import type { StoredColumn, StoredTrigger } from "../../runtime/database/schema/stored/stored-schema.js";
import { fieldTypes, MAX_INDEXED_LENGTH } from "../../runtime/model/field-type.js";
import { nameMistake, storedNameMistake } from "../../runtime/model/names.js";
import { oneLine } from "../one-line.js";
import { chooseKey, isComputed, keyNotes } from "./choose-key.js";
import { otherChecks, withChecks } from "./import-checks.js";
import { toCode } from "./import-source.js";
import { isSecretName } from "./secret-names.js";
import { hasUniqueIndex, importField, type KeyRole, isString } from "./import-field.js";
import type { ImportedEntity, ImportedField, ImportTable, TypedColumn } from "./imported.js";
import { changingTriggers, fillingTriggers } from "./filling-triggers.js";
import { chooseNames } from "./choose-names.js";

/** The context for importing a table: the other tables and the existing configuration. */
export interface ImportContext extends Pick<ImportedEntity, "configured"> {
  readonly dialect: Dialect;
  readonly defaultSchema: string | undefined;
  /** The names of all single-column primary keys, in lower case. */
  readonly keyNames: ReadonlySet<string>;
}

/** The entity of a table or view, without foreign keys. `undefined` if its records cannot be sorted. */
export function importEntity(
  table: ImportTable,
  name: string,
  context: ImportContext,
): ImportedEntity | undefined {
  const all = table.columns.flatMap(
    (column) => typedColumn(column, table, isString(table, column.name), context) ?? [],
  );
  const secrets = all.filter((column) => secretReason(column, table, context) !== undefined);
  const typed = all.filter((column) => !secrets.includes(column));
  const possibleKeys = typed.flatMap(({ column }) => typedColumn(column, table, true, context) ?? []);
  const key = chooseKey(table, possibleKeys, context.keyNames);
  const { givesRecord } = context.dialect.writes;
  if (key.length === 0 && !typed.some(({ field }) => fieldTypes[field.type].isSortable)) return undefined;
  const isReadOnly =
    table.isView ||
    key.length === 0 ||
    isComputed(key) ||
    table.inheritedBy !== undefined ||
    table.takesNoLocks === true;
  const keepsName = ({ column: { name } }: TypedColumn) =>
    (table.hints?.fieldNames?.get(name) ?? name) === name;
  const own = isReadOnly || !key.every(keepsName) ? undefined : ownKey(key, table, givesRecord);
  const changers = changingTriggers(table);
  const isStamp = (column: TypedColumn) =>
    isTime(column) && keepsName(column) && !changers.has(column.column.name.toLowerCase());
  const times = isReadOnly ? [] : typed.filter(isStamp).map(({ column }) => column.name);
  const added = [...(own === undefined ? [] : [own.name]), ...times];
  const columns = table.columns.filter((column) => !added.includes(column.name));
  const names = fieldNames(table, columns, added, context);
  const fillers = fillingTriggers(table);
  const described = { table, typed, key, isReadOnly, fillers, changers, givesRecord };
  const fields = columns.map((column) => {
    const fieldName = names.get(column) ?? column.name;
    const secret = secrets.find((each) => each.column === column);
    if (secret === undefined) return importColumn(column, fieldName, described);
    const shown = importColumn(column, fieldName, { ...described, typed: [secret] });
    return withoutSecret(shown, secretReason(secret, table, context) ?? "");
  });
  const unfilled = fields.filter(
    ({ options }, index) =>
      (options === undefined || options.type === "other") &&
      mustBeFilled(columns[index]) &&
      earlyTriggers(table).length === 0,
  );
  const keyFields = key.flatMap(({ column }) => names.get(column) ?? []);
  return {
    name,
    table,
    configured: context.configured,
    keys: key,
    notes: [
      ...keyNotes(table, key),
      ...(isReadOnly
        ? []
        : [
            ...(unfilled.length === 0
              ? []
              : [
                  `Records cannot be created: ${unfilled.map(({ column }) => `"${oneLine(column)}"`).join(", ")} must have a value.`,
                ]),
            ...triggerNotes(described, fields),
            ...checkNotes(table, typed, context),
          ]),
      ...(table.hints?.notes ?? []),
    ],
    options: {
      ...(table.name !== name && { table: table.name }),
      ...(table.schema !== context.defaultSchema && { schema: table.schema }),
      ...(table.description !== undefined && { description: table.description }),
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

/** The columns that triggers fill, according to their texts. */
function triggerNotes(
  { table, fillers, changers }: DescribedTable,
  fields: readonly ImportedField[],
): readonly string[] {
  const filled = fields.flatMap(({ column, options }) => {
    if (options?.filledBy !== "trigger") return [];
    const name = column.toLowerCase();
    const trigger = changers.get(name) ?? fillers.get(name);
    return trigger === undefined ? [] : [{ column, trigger }];
  });
  const isRequired = fields.some(
    ({ options }) => options?.isRequired === true && options.filledBy === undefined,
  );
  return [
    ...filled.map(
      ({ column, trigger }) =>
        `The trigger "${oneLine(trigger.name)}" fills "${oneLine(column)}", by its text.`,
    ),
    ...earlyTriggers(table)
      .filter((trigger) => isRequired && !filled.some((each) => each.trigger === trigger))
      .map(
        ({ name }) =>
          `The trigger "${oneLine(name)}" runs before a create: if it fills a required field, say filledBy: "trigger" there.`,
      ),
  ];
}

/** The checks that fields cannot express. Only the database enforces them. */
function checkNotes(
  table: ImportTable,
  typed: readonly TypedColumn[],
  { dialect }: ImportContext,
): readonly string[] {
  return otherChecks(table, typed, dialect.schema.lengthFunctions).map(({ name, clause }) => {
    const text = clause.length > MAX_CLAUSE ? `${clause.slice(0, MAX_CLAUSE)}…` : clause;
    return `The database checks${name === undefined ? "" : ` "${oneLine(name)}"`}: ${oneLine(text)}`;
  });
}

/** The maximum length of a check in a comment. */
const MAX_CLAUSE = 300;

/** What is known about a table when its fields are described. */
interface DescribedTable {
  readonly table: ImportTable;
  readonly typed: readonly TypedColumn[];
  readonly key: readonly TypedColumn[];
  readonly isReadOnly: boolean;
  /** Whether a create returns values that the database has filled in. */
  readonly givesRecord: boolean;
  /** By the name of the column in lower case. */
  readonly fillers: ReadonlyMap<string, StoredTrigger>;
  /** The same of triggers that run after the write. */
  readonly changers: ReadonlyMap<string, StoredTrigger>;
}

/** The field of a column, or a note with the reason why it is left out. */
function importColumn(column: StoredColumn, name: string, described: DescribedTable): ImportedField {
  const { table, typed, key, isReadOnly, fillers, changers } = described;
  const inKey = key.find((part) => part.column === column);
  const found = inKey ?? typed.find((candidate) => candidate.column === column);
  const place = `"${oneLine(column.name)}"`;
  if (found === undefined)
    return { name, column: column.name, notes: [leftOutNote(column, table)], options: undefined };
  const role = inKey === undefined ? undefined : roleOf(inKey, key, described);
  const changed = changers.has(column.name.toLowerCase()) ? "changes" : undefined;
  const filled = fillers.has(column.name.toLowerCase()) ? "fills" : undefined;
  const field = importField(name, found, described, role, changed ?? filled);
  const canBeUnique = role === undefined && !isReadOnly && indexKind(field) !== "unique";
  const notes = [
    ...(field.type === "other" ? [`${place} is read-only, as its text: ${typeMistake(column)}.`] : []),
    ...(column.type === "" && column.holds === undefined && field.type !== "other"
      ? [`The database does not tell the type of ${place}.`]
      : []),
    ...(canBeUnique && hasUniqueIndex(table, column.name)
      ? [`${place} is unique, which a field of its type and length cannot be.`]
      : []),
  ];
  const { description } = column;
  const options = { ...field, ...(description !== undefined && { description }) };
  return { name, column: column.name, notes, options };
}

/** Why a column looks like a secret. `undefined` if it does not, or if a person has decided to show it. */
function secretReason(
  { column, field }: TypedColumn,
  { hints }: ImportTable,
  { configured }: ImportContext,
): string | undefined {
  const isShown =
    hints?.shown?.has(column.name) === true ||
    configured?.fields.some((each) => sameName(each.column, column.name)) === true;
  if (isShown) return undefined;
  if (isSecretName(column.name, field.type)) return "its name is that of a secret";
  return column.holdsSecrets === true ? "it holds hashes of passwords, tokens or keys" : undefined;
}

/** The field is left out. A comment has its line, for the person who decides to show it. */
function withoutSecret({ name, column, options }: ImportedField, reason: string): ImportedField {
  return {
    name,
    column,
    notes: [
      `"${oneLine(column)}" is left out: ${reason}.${options === undefined ? "" : " If callers may see it, add:"}`,
      ...(options === undefined ? [] : [`"${name}": ${toCode(options)},`]),
    ],
    options: undefined,
    isSecret: true,
  };
}

/** The type of a column. SQLite reports no type for the computed columns of a view; these become texts. */
function typedColumn(
  column: StoredColumn,
  table: ImportTable,
  isString: boolean,
  { dialect }: ImportContext,
): TypedColumn | undefined {
  if (storedNameMistake(column.name) !== undefined) return undefined;
  if (table.hints?.leftOut?.has(column.name) === true) return undefined;
  if (column.isUnreadable === true || column.isEncrypted === true) return undefined;
  if (table.isView && column.type === "" && column.holds === undefined)
    return { column, field: { type: isString ? "string" : "text" } };
  const field = fieldOfColumn(column, dialect, isString ? MAX_INDEXED_LENGTH : undefined);
  return withChecks({ column, field }, table, dialect.schema.lengthFunctions);
}

function leftOutNote(column: StoredColumn, { hints }: ImportTable): string {
  const mistake = storedNameMistake(column.name);
  const reason =
    hints?.leftOut?.get(column.name) ??
    (mistake !== undefined
      ? `its name ${mistake}`
      : column.isUnreadable === true
        ? "the user of the database may not read it"
        : column.isEncrypted === true
          ? "it is encrypted by Always Encrypted, and data-api has no key for it"
          : typeMistake(column));
  return `"${oneLine(column.name)}" is left out: ${reason}.`;
}

function typeMistake(column: StoredColumn): string {
  return column.type === "" ? "it has no type" : `the type "${oneLine(typeText(column))}" is not supported`;
}

/** The key, if it is the one that the server adds by itself. */
function ownKey(
  key: readonly TypedColumn[],
  table: ImportTable,
  givesRecord: boolean,
): { name: string; type: "int" | "uuid" } | undefined {
  const [part] = key;
  if (part === undefined || roleOf(part, key, { table, givesRecord }) !== "made") return undefined;
  const { type } = part.field;
  const isOwn = (type === "int" || type === "uuid") && nameMistake(part.column.name) === undefined;
  return isOwn ? { name: part.column.name, type } : undefined;
}

/** Defaults that make random UUIDs, as the server does. Others may have an order that pages rely on. */
const RANDOM = /random|(?:^|\W)uuid\(\)|uuid_generate_v4|uuidv?4|newid\(\)/i;

/**
 * Who supplies a part of the key. A part that is also a foreign key is of another record, so the client supplies it. A
 * key that a default fills can be answered only if the create returns it.
 */
function roleOf(
  { column, field }: TypedColumn,
  key: readonly TypedColumn[],
  { table, givesRecord }: Pick<DescribedTable, "table" | "givesRecord">,
): KeyRole {
  if (table.foreignKeys.some((foreignKey) => foreignKey.columns.includes(column.name))) return "supplied";
  const isWhole = key.length === 1;
  if (column.generated === "identity") return isWhole ? "made" : "filled";
  if (column.default === undefined || column.defaultText !== undefined) return "supplied";
  if (isWhole && field.type === "uuid" && (!givesRecord || RANDOM.test(column.default))) return "made";
  return givesRecord ? "filled" : "supplied";
}

/** Whether the column can be one of the server's own timestamps. */
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
  return {
    systemFields: {
      ...(id === "uuid" && { id }),
      ...(!times.includes("createdat") && { createdat: false }),
      ...(!times.includes("updatedat") && { updatedat: false }),
      // With "auth", records would get an owner.
      ownerid: false,
    },
  };
}

function fieldNames(
  { hints }: ImportTable,
  columns: readonly StoredColumn[],
  added: readonly string[],
  { configured }: ImportContext,
): ReadonlyMap<StoredColumn, string> {
  const kept = new Map(
    columns.flatMap((column) => {
      const field = configured?.fields.find((candidate) => candidate.column === column.name);
      return field === undefined ? [] : [[column, field.name] as const];
    }),
  );
  const unnamed = columns.filter((column) => !kept.has(column));
  const taken = [...added, ...(configured?.fields.map(({ name }) => name) ?? [])];
  const names = chooseNames(
    unnamed.map(({ name }) => hints?.fieldNames?.get(name) ?? name),
    "field",
    taken,
  );
  return new Map([
    ...kept,
    ...unnamed.map((column, index) => [column, names[index] ?? column.name] as const),
  ]);
}

function mustBeFilled(column: StoredColumn | undefined): boolean {
  return column?.isNullable === false && column.default === undefined && column.generated === undefined;
}

import {
  isNameToken,
  isSign,
  isWord,
  type CheckToken,
} from "../../runtime/database/schema/checks/check-tokens.js";
import type { StoredTable, StoredTrigger } from "../../runtime/database/schema/stored/stored-schema.js";

/** The columns of new rows that triggers seem to fill according to their texts, by lower-case column name. */
export function fillingTriggers({ name, triggers = [] }: StoredTable): ReadonlyMap<string, StoredTrigger> {
  const ofNew = triggers.filter(({ isOfUpdate }) => isOfUpdate !== true);
  return byColumn(ofNew, ({ body }) => filledColumns(body, name.toLowerCase()).all);
}

/**
 * The columns that triggers seem to change after the statement of a write, so that it does not return their values, by
 * lower-case column name.
 */
export function changingTriggers({ name, triggers = [] }: StoredTable): ReadonlyMap<string, StoredTrigger> {
  const late = triggers.filter(({ timing }) => timing === "after");
  return byColumn(late, ({ body }) => filledColumns(body, name.toLowerCase()).updated);
}

function byColumn(
  triggers: readonly StoredTrigger[],
  columnsOf: (trigger: StoredTrigger) => readonly string[],
): ReadonlyMap<string, StoredTrigger> {
  const found = new Map<string, StoredTrigger>();
  for (const trigger of triggers)
    for (const column of columnsOf(trigger)) if (!found.has(column)) found.set(column, trigger);
  return found;
}

/** The columns that a trigger sets. */
interface FilledColumns {
  readonly all: readonly string[];
  /** Those that it sets by an `update` of the table. */
  readonly updated: readonly string[];
}

/** Reads each statement once: databases have many triggers, and long ones. */
function filledColumns(body: string, table: string): FilledColumns {
  const found: string[] = [];
  const updated: string[] = [];
  let update: Update | undefined;
  const tokens = triggerTokens(body);
  for (const [index, token] of tokens.entries()) {
    found.push(...assigned(tokens, index), ...inserted(tokens, index, table), ...searched(tokens, index));
    if (isSign(token, ";")) update = undefined;
    update = updateAt(tokens, index) ?? update;
    if (update === undefined) continue;
    if (isAlias(tokens, index, table, update.target)) update.isOfTable = true;
    update.columns.push(...setAt(tokens, index));
    if (update.isOfTable || update.target === table) updated.push(...update.columns.splice(0));
  }
  return { all: [...found, ...updated], updated };
}

const BEFORE_ASSIGNMENT = new Set([";", ",", "begin", "then", "else", "loop", "set"]);

/** `new.code := …`, `set new.code = …`, `select … into new.code`. */
function assigned(tokens: readonly CheckToken[], index: number): readonly string[] {
  const [row, point, column, after] = tokens.slice(index, index + 4);
  if (!isWord(row, "new") || !isSign(point, ".") || !isNameToken(column)) return [];
  const before = tokens[index - 1];
  const isSet = before === undefined || (!isQuoted(before) && BEFORE_ASSIGNMENT.has(before.text));
  const isInto = isWord(before, "into") || (isWord(before, "strict") && isWord(tokens[index - 2], "into"));
  return isInto || (isSet && (isSign(after, ":=") || isSign(after, "="))) ? [column.text] : [];
}

/** `insert into item (id, code)`. */
function inserted(tokens: readonly CheckToken[], index: number, table: string): readonly string[] {
  if (!isWord(tokens[index], "insert") || !isWord(tokens[index + 1], "into")) return [];
  const target = nameAt(tokens, index + 2);
  if (target?.text !== table || !isSign(tokens[target.end], "(")) return [];
  const names: string[] = [];
  for (let at = target.end + 1; isNameToken(tokens[at]); at += 2) {
    names.push(tokens[at]?.text ?? "");
    if (!isSign(tokens[at + 1], ",")) break;
  }
  return names;
}

/** PostgreSQL's functions for text search: `tsvector_update_trigger('code', …)`. */
function searched(tokens: readonly CheckToken[], index: number): readonly string[] {
  const [name, bracket, column] = tokens.slice(index, index + 3);
  const isSearch = isWord(name, "tsvector_update_trigger") || isWord(name, "tsvector_update_trigger_column");
  return isSearch && isSign(bracket, "(") && column?.kind === "text" ? [column.text] : [];
}

/** A statement `update item set code = …`. */
interface Update {
  /** Its table, or an alias. */
  readonly target: string;
  isOfTable: boolean;
  /** The columns that it sets, until its table is known. */
  readonly columns: string[];
}

function updateAt(tokens: readonly CheckToken[], index: number): Update | undefined {
  const target = isWord(tokens[index], "update") ? nameAt(tokens, index + 1) : undefined;
  return target && { target: target.text, isOfTable: false, columns: [] };
}

/** SQL Server updates an alias: `update i set … from item i`. */
function isAlias(tokens: readonly CheckToken[], index: number, table: string, alias: string): boolean {
  const token = tokens[index];
  if (!isWord(token, "from") && !isWord(token, "join") && !isSign(token, ",")) return false;
  const name = nameAt(tokens, index + 1);
  if (name?.text !== table) return false;
  const called = tokens[isWord(tokens[name.end], "as") ? name.end + 1 : name.end];
  return isNameToken(called) && called.text === alias;
}

/** The column that is set after `set` or a comma. */
function setAt(tokens: readonly CheckToken[], index: number): readonly string[] {
  if (!isWord(tokens[index], "set") && !isSign(tokens[index], ",")) return [];
  const column = nameAt(tokens, index + 1);
  return column !== undefined && isSign(tokens[column.end], "=") ? [column.text] : [];
}

/** A name with or without a qualifier, and the position after it. */
function nameAt(tokens: readonly CheckToken[], index: number): { text: string; end: number } | undefined {
  const [first, point, second] = tokens.slice(index, index + 3);
  if (!isNameToken(first)) return undefined;
  return isSign(point, ".") && isNameToken(second)
    ? { text: second.text, end: index + 3 }
    : { text: first.text, end: index + 1 };
}

function isQuoted({ kind }: CheckToken): boolean {
  return kind === "name" || kind === "text";
}

/**
 * A comment or blanks, a text, a name in any database's quotes, a bare word, or any other sign. Every text has
 * tokens, and finding them takes linear time.
 */
const TOKEN =
  /(--.*|\/\*[\s\S]*?(?:\*\/|$)|\s+)|'((?:[^']|'')*)'|"([^"]{1,128})"|`([^`]{1,128})`|\[([^\]]{1,128})\]|([\p{L}\p{N}_$#@]+)|(:=|[\s\S])/gu;

/** The tokens of a trigger's text, in lower case. */
export function triggerTokens(body: string): readonly CheckToken[] {
  return Array.from(body.matchAll(TOKEN)).flatMap(([, blank, text, double, back, bracket, word, sign]) => {
    if (blank !== undefined) return [];
    if (text !== undefined) return [token("text", text)];
    if (word !== undefined) return [token("word", word)];
    if (sign !== undefined) return [token("sign", sign)];
    return [token("name", double ?? back ?? bracket ?? "")];
  });
}

function token(kind: CheckToken["kind"], text: string): CheckToken {
  return { kind, text: text.toLowerCase() };
}

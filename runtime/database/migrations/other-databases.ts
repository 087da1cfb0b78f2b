import type { Migration, MigrationStatement } from "./migration.js";
import { contentOf, readerOf, simpleName } from "./rating/statement-reader.js";
import type { ScriptDialect } from "./read-migrations.js";
import type { ScriptToken } from "./scripts/script-tokens.js";
import type { DatabaseNames } from "./migration-dialect.js";

/** A name with dots, and its place. */
interface DottedName {
  readonly parts: readonly string[];
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The objects of other databases that the scripts name, a sentence with the place for each. A name that may be a
 * column is ignored if its statement knows the table.
 */
export function findOtherDatabases(
  migrations: readonly Migration[],
  dialect: ScriptDialect,
  names: DatabaseNames,
): readonly string[] {
  const schemas = migrations.flatMap(({ snapshot }) =>
    names.parts === 2 ? [] : snapshot.tables.flatMap(({ schema }) => schema?.toLowerCase() ?? []),
  );
  const known = new Set([...names.known, ...schemas]);
  return migrations.flatMap(({ script }) =>
    script.up.flatMap((step) =>
      step.kind === "file"
        ? []
        : inStatement(step, dialect, names, known).map((found) => `${script.path}:${found}`),
    ),
  );
}

/** `5: "shop.item"` */
function inStatement(
  { text, line: first }: Pick<MigrationStatement, "text" | "line">,
  dialect: ScriptDialect,
  names: DatabaseNames,
  known: ReadonlySet<string>,
): readonly string[] {
  // A text that is sent as SQL may be none.
  const tokens = readerOf(text, dialect.script)?.tokens ?? [];
  const lineOf = (token: ScriptToken | undefined) => first + (token?.line ?? 1) - 1;
  const found = tokens.flatMap((token, place) =>
    isOfDatabases(tokens, place, names) ? [`${lineOf(token)}: "${wordsAt(tokens, place)}"`] : [],
  );
  const dotted = dottedNames(tokens);
  const inDots = new Set(dotted.flatMap(({ start, end }) => tokens.slice(start, end)));
  // The names without dots in the statement: tables, aliases, variables.
  const alone = new Set(tokens.flatMap((token) => (inDots.has(token) ? [] : (simpleName(token) ?? []))));
  for (const name of dotted)
    if (isOutside(name, tokens, names, (part) => alone.has(part) || known.has(part)))
      found.push(`${lineOf(tokens[name.start])}: "${name.written}"`);
  if (names.runsTexts !== true || !tokens.some(({ word }) => word === "exec" || word === "execute"))
    return found;
  const ofTexts = tokens.flatMap((token) => {
    const inner = contentOf(token);
    if (inner === undefined) return [];
    return inStatement({ text: inner, line: lineOf(token) }, dialect, { ...names, runsTexts: false }, known);
  });
  return [...found, ...ofTexts];
}

/** `use shop`, `drop database shop`, and texts that are executed as SQL, which this check cannot parse. */
function isOfDatabases(
  tokens: readonly ScriptToken[],
  place: number,
  { words, kinds }: DatabaseNames,
): boolean {
  const [before, token, next] = [tokens[place - 1], tokens[place], tokens[place + 1]];
  const word = token?.word ?? "";
  if (kinds.includes(next?.word ?? "") && ["create", "drop", "alter"].includes(word)) return true;
  const isFirst =
    before === undefined || before.word === ";" || before.word === "begin" || before.word === "then";
  return (
    words.includes(word) &&
    (isFirst || word === "use") &&
    (next === undefined || simpleName(next) !== undefined) &&
    !isHint(tokens, place)
  );
}

/** `use index (…)`, `use key (…)`: a hint in a query. */
function isHint(tokens: readonly ScriptToken[], place: number): boolean {
  return (
    tokens[place]?.word === "use" && ["index", "key", "hint", "plan"].includes(tokens[place + 1]?.word ?? "")
  );
}

function wordsAt(tokens: readonly ScriptToken[], place: number): string {
  return tokens
    .slice(place, place + 3)
    .filter(({ word }) => word !== ";")
    .map(({ text }) => text)
    .join(" ");
}

function dottedNames(tokens: readonly ScriptToken[]): readonly DottedName[] {
  const names: DottedName[] = [];
  for (let place = 0; place < tokens.length; place++) {
    if (partOf(tokens[place]) === undefined || tokens[place + 1]?.word !== ".") continue;
    const start = place;
    const parts = [partOf(tokens[place]) ?? ""];
    while (tokens[place + 1]?.word === ".") {
      place++;
      const part = tokens[place + 1]?.word === "*" ? "*" : partOf(tokens[place + 1]);
      parts.push(part ?? "");
      if (part !== undefined) place++;
    }
    const written = tokens
      .slice(start, place + 1)
      .map(({ text }) => text)
      .join("");
    names.push({ parts, written, start, end: place + 1 });
  }
  return names;
}

/** With MySQL's `ansi_quotes`, a text may be a name. A number cannot. */
function partOf(token: ScriptToken | undefined): string | undefined {
  if (token?.kind === "word" && /^\d+$/.test(token.text)) return undefined;
  return token?.kind === "text" ? token.text.slice(1, -1).toLowerCase() : simpleName(token);
}

function isOutside(
  { parts, start, end }: DottedName,
  tokens: readonly ScriptToken[],
  names: DatabaseNames,
  isKnown: (part: string) => boolean,
): boolean {
  const [first = ""] = parts;
  if (parts.length < names.parts || first.startsWith("@")) return false;
  // Only the server writes to it.
  if (first === "information_schema") return false;
  if (parts.slice(0, -1).includes("") || isOfTable(tokens, start)) return true;
  if (names.parts === 2 && (parts.length > 2 || tokens[end]?.word === "(")) return true;
  return !isKnown(first);
}

/** Whether this name is a table and not a column. */
function isOfTable(tokens: readonly ScriptToken[], place: number): boolean {
  const [before = "", first = ""] = [tokens[place - 1]?.word, tokens[place - 2]?.word];
  if (before === "update") return first !== "key";
  if (before === "from") return !isOfFunction(tokens, place);
  return beforeTables.has(before);
}

const beforeTables = new Set([
  ...["join", "into", "table", "tables", "references", "view", "trigger", "procedure", "function", "event"],
  ...["call", "exec", "execute", "truncate", "exists", "ignore", "low_priority", "quick", "straight_join"],
]);

/** `extract(year from item.made)`: the words of a function. */
function isOfFunction(tokens: readonly ScriptToken[], place: number): boolean {
  let depth = 0;
  for (let at = place - 1; at >= 0; at--) {
    const word = tokens[at]?.word;
    if (word === ")") depth++;
    else if (word === "(" && depth-- === 0)
      return ["extract", "trim", "substring", "substr"].includes(tokens[at - 1]?.word ?? "");
  }
  return false;
}

import type { StoredTable, StoredTrigger } from "./stored-schema.js";

/** The triggers that can fill a column which is not null: those that run before a row is added, or instead. */
export function earlyTriggers({ triggers = [] }: StoredTable): readonly StoredTrigger[] {
  return triggers.filter(({ timing }) => timing !== "after");
}

/** The trigger that seems to fill a column of a new row, by the trigger's text. `undefined` if none does. */
export function triggerThatFills(
  { name, triggers = [] }: StoredTable,
  column: string,
): StoredTrigger | undefined {
  if (triggers.length === 0) return undefined;
  const fills = [...assignments(column), ...writes(name, column)];
  return triggers.find(({ body }) => fills.some((pattern) => pattern.test(body)));
}

/** `new.code := …`, `set new.code = …`, `select … into new.code`, and PostgreSQL's function for text search. */
function assignments(column: string): readonly RegExp[] {
  const target = `new\\s*\\.\\s*${quoted(column)}`;
  return [
    new RegExp(`(?:^|;|,|\\b(?:begin|then|else|loop|set))\\s*${target}\\s*:?=`, "im"),
    new RegExp(`\\binto\\s+(?:strict\\s+)?${target}`, "i"),
    new RegExp(`\\btsvector_update_trigger(?:_column)?\\s*\\(\\s*'${escaped(column)}'`, "i"),
  ];
}

/** `update item set code = …` and `insert into item (code)`, by which other triggers fill columns. */
function writes(table: string, column: string): readonly RegExp[] {
  const place = `(?:${NAME}\\s*\\.\\s*)?`;
  const assigned = `set\\b(?:[^;]*?,)?\\s*${place}${quoted(column)}\\s*=`;
  return [
    new RegExp(`\\bupdate\\s+${place}${quoted(table)}\\s[^;]*?${assigned}`, "i"),
    // SQL Server updates an alias: `update i set … from item i`.
    new RegExp(`\\bupdate\\s+${NAME}\\s+${assigned}[^;]*?\\bfrom\\s+${place}${quoted(table)}(?!\\w)`, "i"),
    new RegExp(
      `\\binsert\\s+into\\s+${place}${quoted(table)}\\s*\\((?:[^)]*?,)?\\s*${quoted(column)}\\s*[,)]`,
      "i",
    ),
  ];
}

const NAME = '(?:\\w+|"[^"]+"|\\[[^\\]]+\\]|`[^`]+`)';

/** A name, with or without the quotes of any database. */
function quoted(name: string): string {
  const plain = escaped(name);
  return `(?:"${plain}"|\\[${plain}\\]|\`${plain}\`|\\b${plain}(?!\\w))`;
}

function escaped(text: string): string {
  return text.replace(/[^\w\s]/g, "\\$&");
}

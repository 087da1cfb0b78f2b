import type { ParsedAction } from "./action.js";
import { columnNames, simpleName, type StatementReader } from "./statement-reader.js";
import type { ScriptToken } from "../scripts/script-tokens.js";

/** `delete from item where …`, `delete item from item join …`, `delete low_priority quick ignore from item` */
export function parseDelete(reader: StatementReader): ParsedAction {
  while (reader.takeAny("low_priority", "quick", "ignore") !== undefined);
  if (reader.word === "top") skipTop(reader);
  reader.take("from");
  reader.take("only");
  return { kind: "delete", table: reader.name() };
}

function skipTop(reader: StatementReader): void {
  reader.next();
  reader.parentheses();
}

/** `update item set note = '' where note is null` */
export function parseUpdate(reader: StatementReader): ParsedAction {
  reader.takeAny("or rollback", "or abort", "or replace", "or fail", "or ignore");
  while (reader.takeAny("low_priority", "ignore", "only") !== undefined);
  if (reader.word === "top") skipTop(reader);
  const table = reader.name();
  const columns = reader.skipAfter("set") ? setColumns(reader) : [];
  return { kind: "update", table, columns };
}

function setColumns(reader: StatementReader): readonly string[] {
  return reader
    .until("where", "from", "returning", "output", "order", "limit", "option")
    .parts()
    .flatMap((part) => (part.word === "(" ? columnNames(part.parentheses()) : [part.name() ?? ""]));
}

/** `insert into item (…) values (…)`, or a copy of rows: `insert into item (…) select … from former` */
export function parseInsert(reader: StatementReader): ParsedAction {
  // Rows that do not fit are skipped or replace others, so this is not a copy of all rows.
  let isWhole = true;
  if (reader.take("or")) isWhole = !["ignore", "replace"].includes(reader.next()?.word ?? "");
  for (let word; (word = reader.takeAny(...insertWords)) !== undefined;) isWhole &&= word !== "ignore";
  const table = reader.name();
  reader.parentheses();
  reader.takeAny("overriding system value", "overriding user value");
  return { kind: "insert", table, ...(isWhole && reader.take("select") ? copied(reader) : {}) };
}

const insertWords = ["low_priority", "high_priority", "delayed", "ignore", "into", "overwrite"] as const;

/** The source of a copy, if it copies all rows of one table, and the columns that are read. */
function copied(reader: StatementReader): Partial<ParsedAction> {
  const selected = reader.until("from");
  reader.next();
  const target = reader.name();
  if (["distinct", "top"].includes(selected.word) || selected.tokens.some(isAggregate)) return {};
  const columns = selected
    .parts()
    .flatMap(({ tokens }) =>
      tokens.at(-1)?.text === "*"
        ? ["*"]
        : tokens.flatMap((token, place) =>
            tokens[place - 1]?.word === "as" ? [] : (simpleName(token) ?? []),
          ),
    );
  // Any clause except an order may leave rows out.
  const isAll = reader.isAtEnd || (reader.word === "order" && !limits.some((word) => reader.has(word)));
  return isAll ? { target, columns } : {};
}

const limits = ["limit", "offset", "fetch", "on", "returning"];
const aggregates = ["count", "min", "max", "sum", "avg", "group_concat", "string_agg", "array_agg"];

function isAggregate({ word }: ScriptToken, place: number, tokens: readonly ScriptToken[]): boolean {
  return aggregates.includes(word) && tokens[place + 1]?.word === "(";
}

/** Whether it changes all rows: it has no condition, or one that is always true. */
export function hasNoCondition(part: StatementReader): boolean {
  const condition = conditionOf(part);
  if (condition === undefined) return !part.hasOutside("limit") && !part.hasOutside("join");
  const text = condition.tokens.map(({ text: written }) => written.toLowerCase()).join(" ");
  return text === "true" || text === "1" || /^(\d+) = \1$/.test(text);
}

function conditionOf(part: StatementReader): StatementReader | undefined {
  const reader = part.rest();
  return reader.skipAfter("where") ? reader.until("returning", "order", "option") : undefined;
}

/** Whether its condition limits it to few rows: by a value of the key `id`, or by a limit. */
export function touchesFewRows(part: StatementReader): boolean {
  if (part.hasOutside("limit") || part.has("top (")) return true;
  const condition = conditionOf(part);
  if (condition === undefined || condition.has("or")) return false;
  return condition.tokens.some((token, place) => {
    const [sign, value, after] = condition.tokens.slice(place + 1, place + 4);
    if (simpleName(token) !== "id") return false;
    const isValue = value?.kind === "text" || /^\d/.test(value?.text ?? "");
    return sign?.word === "in"
      ? value?.word === "(" && after?.word !== "select"
      : sign?.word === "=" && isValue;
  });
}

import { StatementReader } from "./statement-reader.js";

/** The definition of a column in SQL: `varchar(20) not null default 'a'`. */
export interface ColumnDefinition {
  /** With its size, in lower case and with single blanks: `varchar(20)`. */
  readonly type: string;
  readonly isNotNull: boolean;
  /** Whether it has a default other than null. */
  readonly hasDefault: boolean;
  /** The expression of its default. Empty without one. */
  readonly defaultValue: StatementReader;
  /** `stored` also for a generated key, because its values are written into each row. */
  readonly generated: "stored" | "virtual" | "counted" | undefined;
  /** The constraint that gives the column an index. */
  readonly key: "unique" | "primary" | undefined;
  readonly hasCheck: boolean;
  readonly references: string | undefined;
}

const endOfType = [
  ...["not", "null", "default", "constraint", "check", "unique", "primary", "key", "references", "collate"],
  ...["generated", "as", "identity", "auto_increment", "autoincrement", "comment", "first", "after", "using"],
  ...["on", "invisible", "visible", "with", "sparse", "rowguidcol", "character", "charset", "storage"],
  ...["compression", "column_format", "masked", "persisted", "without"],
];
/** Types with the word `character`, which begins a clause elsewhere. The longer of two that begin alike is first. */
const characterTypes = [
  ["national character varying", "nvarchar"],
  ["national character", "nchar"],
  ["character varying", "varchar"],
  ["character", "char"],
] as const;
const counted = ["serial", "bigserial", "smallserial", "serial4", "serial8", "serial2"];
/** Words that may follow a default's expression. */
const endOfDefault = endOfType.filter(
  (word) => !["as", "character", "with", "without", "key"].includes(word),
);

/** Parses what follows a column's name. */
export function parseColumnDefinition(definition: StatementReader): ColumnDefinition {
  const reader = definition.rest();
  const base = characterTypes.find(([words]) => reader.take(words))?.[1] ?? "";
  const type = `${base}${typeOfTokens(reader.until(...endOfType))}`;
  const zone = reader.takeAny("with time zone", "without time zone");
  const options = reader.rest();
  const defaultValue = defaultOf(options);
  const isComputed = options.hasOutside("as (") || options.hasOutside("generated always as (");
  const isCounted =
    counted.includes(type) ||
    ["auto_increment", "autoincrement", "identity", "as identity"].some((words) => options.hasOutside(words));
  return {
    type: zone === undefined ? type : `${type} ${zone}`,
    isNotNull: options.hasOutside("not null"),
    hasDefault: !defaultValue.isAtEnd,
    defaultValue,
    generated: isCounted ? "counted" : isComputed ? storedOrVirtual(options) : undefined,
    key: options.hasOutside("unique") ? "unique" : options.hasOutside("primary key") ? "primary" : undefined,
    hasCheck: options.hasOutside("check ("),
    references: referencedBy(options.rest()),
  };
}

function storedOrVirtual(options: StatementReader): "stored" | "virtual" {
  const words = ["stored", "persisted", "persistent"];
  return words.some((word) => options.hasOutside(word)) ? "stored" : "virtual";
}

/** The text of a type from its tokens, in one form for each meaning. */
function typeOfTokens(type: StatementReader): string {
  const text = type.tokens
    .map((token) => (token.kind === "text" ? token.text : token.text.toLowerCase()))
    .join(" ");
  return text.replace(/ ?([(),.[\]]) ?/g, "$1").replace(/\)(?=\w)/g, ") ");
}

/** The expression of the default; empty for `null` and without one. */
function defaultOf(options: StatementReader): StatementReader {
  const reader = options.rest();
  if (!reader.skipAfter("default") || reader.word === "null") return new StatementReader([]);
  const first = reader.word === "(" ? undefined : reader.next();
  const others = reader.until(...endOfDefault);
  return new StatementReader([...(first === undefined ? [] : [first]), ...others.tokens]);
}

function referencedBy(options: StatementReader): string | undefined {
  return options.skipAfter("references") ? options.name() : undefined;
}

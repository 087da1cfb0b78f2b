import { columnNames, listedColumns, type StatementReader } from "./statement-reader.js";
import { parseColumnDefinition } from "./column-definition.js";
import type { Action, ActionKind } from "./action.js";

/** The actions of `alter table`, from after these words. */
export function parseAlterTable(reader: StatementReader): readonly Action[] {
  reader.take("if exists");
  reader.take("only");
  const place = reader.place();
  reader.take("*");
  const checking = reader.takeAny("with nocheck", "with check");
  let former: keyof typeof byVerb | undefined;
  return reader.parts().flatMap((part) => {
    const whole = part.rest();
    // Without a verb, the previous one applies: `add a int, b int`.
    const verb = part.takeAny(...verbs) ?? (isOption(part) ? undefined : former);
    former = verb;
    const actions = verb === undefined ? [otherAction(part, checking)] : byVerb[verb](part);
    return actions.map((action) => ({
      ...action,
      ...place,
      // SQL Server's `with nocheck` is the same as PostgreSQL's `not valid`.
      isUnchecked: checking === "with nocheck" || whole.hasOutside("not valid"),
      part: whole,
    }));
  });
}

type Part = Omit<Action, "table" | "schema" | "part" | "isUnchecked">;
/** `algorithm = inplace`, `lock none` */
function isOption(part: StatementReader): boolean {
  const rest = part.rest();
  return (
    rest.next()?.word === "force" ||
    /^(=|default|instant|inplace|nocopy|copy|none|shared|exclusive)$/.test(rest.word)
  );
}

/** The longer of two verbs that begin alike is first. */
const byVerb = {
  add: parseAdd,
  "drop column": (part) => [dropped(part, "drop column")],
  "drop constraint": (part) => [dropped(part, part.take("column") ? "drop column" : "drop constraint")],
  drop: parseDrop,
  alter: parseAlterColumn,
  modify: (part) => {
    part.take("column");
    part.take("if exists");
    return [{ kind: "redefine column", name: part.name(), definition: parseColumnDefinition(part) }];
  },
  change: (part) => {
    part.take("column");
    part.take("if exists");
    const [name, target] = [part.name(), part.name()];
    const definition = parseColumnDefinition(part);
    const change: Part = { kind: "redefine column", name, definition };
    return name === target ? [change] : [{ kind: "rename column", name, target }, change];
  },
  rename: parseRename,
} satisfies Record<string, (part: StatementReader) => readonly Part[]>;
const verbs = Object.keys(byVerb) as readonly (keyof typeof byVerb)[];

function dropped(part: StatementReader, kind: ActionKind): Part {
  part.take("if exists");
  return { kind, name: part.name() };
}

const addedConstraints: readonly (readonly [string, ActionKind])[] = [
  ["primary key", "add primary key"],
  ["foreign key", "add foreign key"],
  ["unique", "add unique"],
  ["check", "add check"],
  ["exclude", "add exclusion"],
  ["default", "change default"],
  ["fulltext", "create index"],
  ["spatial", "create index"],
];

function parseAdd(part: StatementReader): readonly Part[] {
  const isConstraint = part.take("constraint");
  const hasName = isConstraint && !addedConstraints.some(([words]) => part.rest().take(words));
  if (hasName) part.take("if not exists");
  const name = hasName ? part.name() : undefined;
  if (part.word === "index" || (part.word === "key" && !isColumnNamedKey(part)))
    return [{ kind: "create index", ...namedIndex(part) }];
  if (part.word === "unique" && !isConstraint) return [{ kind: "add unique", ...namedIndex(part) }];
  const constraint = addedConstraints.find(([words]) => part.rest().take(words));
  if (constraint !== undefined && (isConstraint || !isColumnOfThatName(part)))
    return [{ kind: constraint[1], name, ...(constraint[1] === "add foreign key" ? referenced(part) : {}) }];
  if (isConstraint || part.word === "partition" || part.word === "period") return [{ kind: "unknown" }];
  part.take("column");
  part.take("if not exists");
  // MySQL: `add column (a int, b int)`
  const several = part.parentheses();
  return several === undefined ? [added(part)] : several.parts().map(added);
}

/** MySQL: `unique index "x" ("c")` */
function namedIndex(part: StatementReader): Partial<Part> {
  while (part.takeAny("unique", "index", "key") !== undefined);
  return { name: part.name(), columns: columnNames(part.parentheses()) };
}

function isColumnNamedKey(part: StatementReader): boolean {
  const rest = part.rest();
  rest.next();
  rest.name();
  return rest.word !== "(";
}

/** A column named `check` or `default` is followed by a type. */
function isColumnOfThatName(part: StatementReader): boolean {
  const rest = part.rest();
  const word = rest.next()?.word ?? "";
  return word === "check" || word === "exclude" ? rest.word !== "(" && rest.word !== "using" : false;
}

function added(part: StatementReader): Part {
  const name = part.name();
  const foreignKeys = namedForeignKeys([part.rest()]);
  return { kind: "add column", name, definition: parseColumnDefinition(part), foreignKeys };
}

/** `constraint "x" foreign key ("a", "b") references …` */
export function namedForeignKeys(parts: readonly StatementReader[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const part of parts) {
    const reader = part.rest();
    while (reader.skipAfter("constraint")) {
      const name = reader.name() ?? "";
      if (reader.takeAny("foreign key", "references") !== undefined) found.set(name, listedColumns(reader));
    }
  }
  return found;
}

function referenced(part: StatementReader): Partial<Part> {
  const reader = part.rest();
  reader.take("foreign key");
  if (reader.word !== "(") reader.name();
  const columns = columnNames(reader.parentheses());
  return reader.skipAfter("references") ? { target: reader.name(), columns } : { columns };
}

function parseDrop(part: StatementReader): readonly Part[] {
  if (part.take("primary key")) return [{ kind: "drop primary key" }];
  if (part.take("foreign key") || part.take("check")) return [dropped(part, "drop constraint")];
  const isIndex = ["index", "key"].some((word) => part.word === word && part.rest().tokens.length > 1);
  if (isIndex) {
    part.next();
    return [dropped(part, "drop index")];
  }
  if (part.word === "partition" || part.word === "period") return [{ kind: "unknown" }];
  return [dropped(part, "drop column")];
}

function parseRename(part: StatementReader): readonly Part[] {
  if (part.take("to") || part.take("as")) return [{ kind: "rename table", target: part.name() }];
  const kind = part.takeAny("constraint", "index", "key") === undefined ? "rename column" : "rename within";
  part.take("column");
  const name = part.name();
  return [part.take("to") ? { kind, name, target: part.name() } : { kind: "unknown" }];
}

/** Words, by what they do. The longer of two that begin alike is first. */
type KindsOfWords = readonly (readonly [ActionKind, readonly string[]])[];

/** Reads the first of these words that is next. */
function takeKind(part: StatementReader, kinds: KindsOfWords): ActionKind | undefined {
  return kinds.find(([, words]) => part.takeAny(...words) !== undefined)?.[0];
}

const alterations: KindsOfWords = [
  ["set not null", ["set not null"]],
  ["drop not null", ["drop not null"]],
  ["change default", ["set default", "drop default"]],
  ["add generation", ["add generated"]],
  ["table option", ["set generated", "restart", "drop identity", "drop expression", "set (", "reset"]],
  ["table option", ["set statistics", "set storage", "set compression", "set visible", "set invisible"]],
];

function parseAlterColumn(part: StatementReader): readonly Part[] {
  if (part.takeAny("constraint", "check", "index") !== undefined) return [{ kind: "table option" }];
  part.take("column");
  part.take("if exists");
  const name = part.name();
  const kind = takeKind(part, alterations);
  if (kind !== undefined) return [{ kind, name }];
  if (part.take("set data type") || part.take("type"))
    return [{ kind: "alter type", name, definition: parseColumnDefinition(part) }];
  if (["add", "drop", "set"].includes(part.word)) return [{ kind: "unknown", name }];
  // SQL Server
  return [{ kind: "redefine column", name, definition: parseColumnDefinition(part) }];
}

const others: KindsOfWords = [
  ["validate constraint", ["validate constraint"]],
  ["rename table", ["set schema"]],
  ["rebuild table", ["set logged", "set unlogged", "set tablespace", "set access method", "rebuild"]],
  ["rebuild table", ["engine", "force", "row_format", "key_block_size", "order by"]],
  ["convert characters", ["convert to"]],
  ["table option", ["check constraint", "nocheck constraint", "enable trigger", "disable trigger"]],
  ["table option", ["set without cluster", "set", "reset", "owner to", "replica identity", "cluster on"]],
  ["table option", ["auto_increment", "comment", "algorithm", "lock", "stats_persistent"]],
  ["table option", ["default character set", "default charset", "default collate"]],
  ["table option", ["character set", "charset", "collate"]],
];

function otherAction(part: StatementReader, checking: "with nocheck" | "with check" | undefined): Part {
  // SQL Server: `with check check constraint` compares all rows.
  if (checking === "with check" && part.take("check constraint"))
    return { kind: "validate constraint", name: part.name() };
  const kind = takeKind(part, others) ?? "unknown";
  if (kind === "validate constraint") return { kind, name: part.name() };
  return kind === "rename table" ? { kind, target: part.name() } : { kind };
}

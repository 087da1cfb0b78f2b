import type { Action, ActionKind, ParsedAction } from "./action.js";
import { columnNames, simpleName, contentOf, type StatementReader } from "./statement-reader.js";
import { namedForeignKeys, parseAlterTable } from "./parse-alter-table.js";
import { parseColumnDefinition, type ColumnDefinition } from "./column-definition.js";
import { parseDelete, parseInsert, parseUpdate } from "./parse-rows.js";

/** The actions of a statement. Parts that are not understood become an action of kind `unknown`. */
export function parseActions(statement: StatementReader): readonly Action[] {
  const reader = statement.rest();
  const whole = statement.rest();
  const verb = reader.takeAny(...verbs);
  if (verb === undefined)
    return [{ kind: settings.some((words) => reader.take(words)) ? "setting" : "unknown", part: whole }];
  return byVerb[verb](reader).map((action) => ({ part: whole, ...action }));
}

/** Statements that neither change nor wait for rows or tables. */
const settings = [
  ...["comment on", "grant", "revoke", "deny", "set", "pragma", "use", "show", "print", "go", "checkpoint"],
  ...["begin", "start transaction", "commit", "unlock tables", "analyze", "analyse", "values", "notify"],
];

type Parse = (reader: StatementReader) => readonly ParsedAction[];

const byVerb = {
  "create or replace": parseCreate,
  "create or alter": parseCreate,
  create: parseCreate,
  "alter table": parseAlterTable,
  "alter online table": parseAlterTable,
  "alter foreign table": () => [{ kind: "unknown" }],
  "alter type": parseAlterType,
  "alter index": parseAlterIndex,
  "alter view": () => [{ kind: "create other" }],
  "alter sequence": () => [{ kind: "table option" }],
  drop: parseDrop,
  "rename table": parseRenames,
  truncate: (reader) => {
    reader.take("table");
    reader.take("only");
    return reader.parts().map((part) => ({ kind: "truncate", table: part.name() }));
  },
  "update statistics": () => [{ kind: "setting" }],
  delete: (reader) => [parseDelete(reader)],
  update: (reader) => [parseUpdate(reader)],
  insert: (reader) => [parseInsert(reader)],
  "replace into": (reader) => [{ kind: "update", table: reader.name(), columns: [] }],
  merge: () => [{ kind: "unknown" }],
  select: (reader) => [{ kind: reader.hasOutside("into") ? "create other" : "setting" }],
  with: parseWith,
  "lock tables": parseLock,
  "lock table": parseLock,
  lock: parseLock,
  vacuum: (reader) => [
    { kind: isFull(reader) ? "rebuild table" : "vacuum", table: simpleName(reader.tokens.at(-1)) },
  ],
  cluster: (reader) => [{ kind: "rebuild table", table: reader.name() }],
  "optimize table": (reader) => [{ kind: "rebuild table", table: reader.name() }],
  reindex: () => [{ kind: "reindex" }],
  "refresh materialized view": (reader) => [
    { kind: reader.take("concurrently") ? "setting" : "rebuild table", table: reader.name() },
  ],
  "exec sp_rename": parseSpRename,
  "execute sp_rename": parseSpRename,
  "exec sys . sp_rename": parseSpRename,
  "execute sys . sp_rename": parseSpRename,
} satisfies Record<string, Parse>;
const verbs = Object.keys(byVerb) as readonly (keyof typeof byVerb)[];

/** `vacuum full item`, `vacuum (full, verbose) item` */
function isFull(reader: StatementReader): boolean {
  return reader.word === "full" || (reader.rest().parentheses()?.has("full") ?? false);
}

const otherObjects = [
  ...["view", "materialized view", "recursive view", "function", "procedure", "aggregate", "operator"],
  ...["cast", "trigger", "constraint trigger", "rule", "policy", "sequence", "synonym", "domain"],
  ...["collation", "statistics", "schema", "database", "extension", "language", "publication", "role"],
  ...["user", "login"],
];

function parseCreate(reader: StatementReader): readonly ParsedAction[] {
  const isTemporary = reader.takeAny("temporary", "temp", "local temporary", "local temp") !== undefined;
  reader.take("unlogged");
  if (reader.take("table")) {
    reader.take("if not exists");
    const place = reader.place();
    const parts = reader.parentheses()?.parts() ?? [];
    return [
      {
        kind: isTemporary ? "setting" : "create table",
        ...place,
        foreignKeys: namedForeignKeys(parts),
        isOpaque: parts.length === 0 || reader.has("select") || reader.has("as"),
        definitions: columnsOf(parts),
      },
    ];
  }
  const kind = reader.take("unique") ? "create unique index" : "create index";
  while (
    reader.takeAny("clustered", "nonclustered", "columnstore", "fulltext", "spatial", "online") !== undefined
  );
  if (reader.take("index")) {
    reader.takeAny("concurrently", "if not exists", "concurrently if not exists");
    reader.take("if not exists");
    const name = reader.word === "on" ? undefined : reader.name();
    if (reader.take("using")) reader.next();
    reader.take("on");
    reader.take("only");
    const place = reader.place();
    if (reader.take("using")) reader.next();
    return [{ kind, ...place, name, columns: columnNames(reader.rest().parentheses()) }];
  }
  if (reader.take("type")) return [{ kind: "create type", name: reader.name() }];
  return [{ kind: otherObjects.some((words) => reader.take(words)) ? "create other" : "unknown" }];
}

const tableConstraints = [
  ...["constraint", "primary key", "foreign key", "unique", "check", "exclude", "like", "period"],
  ...["key", "index", "fulltext", "spatial"],
];

/** Whether a part of `create table` is not a column. */
function isTableConstraint(part: StatementReader): boolean {
  return tableConstraints.some((words) => part.rest().take(words));
}

function columnsOf(parts: readonly StatementReader[]): ReadonlyMap<string, ColumnDefinition> {
  const columns = new Map<string, ColumnDefinition>();
  for (const part of parts) {
    if (isTableConstraint(part)) continue;
    const name = part.name();
    if (name !== undefined) columns.set(name, parseColumnDefinition(part));
  }
  return columns;
}

function parseAlterType(reader: StatementReader): readonly ParsedAction[] {
  const name = reader.name();
  const kind: ActionKind = reader.take("add value")
    ? "add enum value"
    : reader.take("rename value")
      ? "rename enum value"
      : reader.takeAny("rename to", "owner to", "set schema") === undefined
        ? "unknown"
        : "rename within";
  return [{ kind, name }];
}

function parseAlterIndex(reader: StatementReader): readonly ParsedAction[] {
  reader.take("if exists");
  const name = reader.name();
  if (reader.take("rename to")) return [{ kind: "rename within", name, target: reader.name() }];
  // SQL Server: `alter index ix on item rebuild`
  const table = reader.take("on") ? reader.name() : undefined;
  if (reader.take("rebuild")) return [{ kind: "reindex", name, table }];
  const isHarmless = reader.takeAny("reorganize", "set", "reset") !== undefined;
  return [{ kind: isHarmless ? "table option" : "unknown", name, table }];
}

function parseDrop(reader: StatementReader): readonly ParsedAction[] {
  const isTemporary = reader.take("temporary");
  if (reader.take("table")) {
    reader.take("if exists");
    return reader.parts().map((part) => ({
      kind: isTemporary ? "setting" : "drop table",
      ...part.place(),
    }));
  }
  if (reader.take("index")) {
    reader.take("concurrently");
    reader.take("if exists");
    return reader.parts().map((part) => {
      const name = part.name();
      return { kind: "drop index", name, ...(part.take("on") ? part.place() : undefined) };
    });
  }
  if (reader.take("type")) {
    reader.take("if exists");
    return [{ kind: "drop type", name: reader.name() }];
  }
  // A schema or a database contains tables.
  if (reader.takeAny("schema", "database", "tablespace", "owned by") !== undefined)
    return [{ kind: "drop table" }];
  return [{ kind: otherObjects.some((words) => reader.take(words)) ? "drop other" : "unknown" }];
}

/** MySQL: `rename table a to b, c to d` */
function parseRenames(reader: StatementReader): readonly ParsedAction[] {
  return reader.parts().map((part) => {
    const place = part.place();
    part.take("to");
    return { kind: "rename table", ...place, target: part.name() };
  });
}

const changingVerbs = ["delete", "update", "insert", "merge"];

/** Any of the named queries may change rows, and so may the statement after them. */
function parseWith(reader: StatementReader): readonly ParsedAction[] {
  const actions: Action[] = [];
  reader.take("recursive");
  while (!reader.isAtEnd) {
    const inner = reader.parentheses();
    if (inner !== undefined) {
      if (changingVerbs.includes(inner.word)) actions.push(...parseActions(inner));
    } else if (reader.word === "select" || changingVerbs.includes(reader.word)) {
      return [...actions, ...parseActions(reader.rest())];
    } else reader.next();
  }
  return actions.length > 0 ? actions : [{ kind: "unknown" }];
}

function parseLock(reader: StatementReader): readonly ParsedAction[] {
  reader.take("only");
  return [{ kind: "lock table", table: reader.name() }];
}

/** SQL Server: `exec sp_rename N'[item].[old]', N'new', N'COLUMN'`, and without a kind for tables and constraints. */
function parseSpRename(reader: StatementReader): readonly ParsedAction[] {
  const [from = "", target = "", what = "object"] = reader.tokens.flatMap(
    (token) => contentOf(token)?.toLowerCase() ?? [],
  );
  const [name = "", table = ""] = Array.from(
    from.matchAll(/\[((?:[^\]]|\]\])*)\]|"([^"]*)"|([^.[\]"]+)/g),
    ([, bracketed, quoted, bare = ""]) => bracketed?.replaceAll("]]", "]") ?? quoted ?? bare,
  ).reverse();
  if (what === "column") return [{ kind: "rename column", table, name, target }];
  if (what === "object") return [{ kind: "rename table", table: name, target }];
  return [{ kind: "rename within", table, name, target }];
}

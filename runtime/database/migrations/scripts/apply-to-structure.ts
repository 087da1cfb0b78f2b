import { listedColumns } from "../rating/clauses.js";
import { isTableConstraint } from "../rating/parse-actions.js";
import { columnNames } from "../rating/parse-alter-table.js";
import { contentOf, StatementReader } from "../rating/statement-reader.js";
import type { ScriptSyntax } from "./script-syntax.js";
import { scriptTokens } from "./script-tokens.js";
import { findStructure, type TableStructure } from "./table-structure.js";

/** Applies what a statement does to the names of tables and their parts. Other statements change nothing. */
export function applyToStructure(tables: TableStructure[], statement: string, syntax: ScriptSyntax): void {
  const reader = new StatementReader(scriptTokens(statement, syntax));
  const verb = reader.takeAny("create", "drop", "alter", "rename table", "exec", "execute");
  if (verb !== undefined) byVerb[verb](tables, reader);
}

const byVerb = {
  create,
  drop,
  alter,
  "rename table": renameTables,
  exec: renameByProcedure,
  execute: renameByProcedure,
};

function create(tables: TableStructure[], reader: StatementReader): void {
  while (reader.takeAny("unique", "clustered", "nonclustered", "fulltext", "spatial") !== undefined);
  if (reader.take("index")) {
    reader.take("concurrently");
    reader.take("if not exists");
    const index = reader.word === "on" ? "" : (reader.name() ?? "");
    if (!reader.take("on")) return;
    reader.take("only");
    const table = findStructure(tables, reader.place());
    if (reader.take("using")) reader.next();
    table?.indexes.set(index, columnNames(reader.parentheses()));
  } else if (reader.take("table")) createTable(tables, reader);
}

function createTable(tables: TableStructure[], reader: StatementReader): void {
  reader.take("if not exists");
  const place = reader.place();
  if (place === undefined) return;
  const parts = reader.parentheses()?.parts() ?? [];
  const isOpaque = parts.length === 0 || reader.has("select") || reader.has("as");
  const table = { ...place, columns: new Map(), indexes: new Map(), foreignKeys: new Map(), isOpaque };
  for (const part of parts) addPart(table, part, !isTableConstraint(part));
  tables.push(table);
}

/** A column or a constraint: `constraint "x" foreign key ("a", "b") references …` */
function addPart({ columns, foreignKeys }: TableStructure, part: StatementReader, isColumn: boolean): void {
  const column = isColumn ? part.name() : undefined;
  if (column !== undefined) columns.set(column, column);
  while (part.skipAfter("constraint")) {
    const name = part.name() ?? "";
    if (part.takeAny("foreign key", "references") !== undefined) foreignKeys.set(name, listedColumns(part));
  }
}

function drop(tables: TableStructure[], reader: StatementReader): void {
  const kind = reader.takeAny("table", "index");
  reader.take("concurrently");
  reader.take("if exists");
  for (const part of reader.parts()) {
    const place = part.place();
    const table = kind === "table" ? findStructure(tables, place) : undefined;
    if (table !== undefined) tables.splice(tables.indexOf(table), 1);
    if (kind === "index") tables.forEach(({ indexes }) => indexes.delete(place?.table ?? ""));
  }
}

function alter(tables: TableStructure[], reader: StatementReader): void {
  if (reader.take("index")) {
    reader.take("if exists");
    const name = reader.name();
    if (reader.take("rename to")) renameIndex(tables, name, reader.name());
    return;
  }
  reader.take("online");
  reader.take("ignore");
  if (!reader.take("table")) return;
  reader.take("if exists");
  reader.take("only");
  const table = findStructure(tables, reader.place());
  if (table === undefined) return;
  let isAdding = false;
  for (const part of reader.parts()) {
    part.takeAny("with check", "with nocheck");
    const verb = part.takeAny("add", "drop", "rename", "change");
    // SQL Server: `add "a" int, "b" int`
    const [first] = part.tokens;
    const isNext = isAdding && (first?.kind === "name" || first?.word === "constraint");
    if (verb === "add" || (verb === undefined && isNext)) add(table, part);
    else if (verb === "drop") dropPart(table, part);
    else if (verb === "rename") renamePart(tables, table, part);
    else if (verb === "change") {
      part.take("column");
      renameColumn(table, part.name(), part.name());
    }
    if (verb !== undefined) isAdding = verb === "add";
  }
}

function add(table: TableStructure, part: StatementReader): void {
  if (["default", "partition"].includes(part.word)) return;
  // MySQL: `add unique index "x" ("c")`
  if (["unique", "index", "key"].includes(part.word)) {
    while (part.takeAny("unique", "index", "key") !== undefined);
    const name = part.name();
    if (name !== undefined) table.indexes.set(name, columnNames(part.parentheses()));
    return;
  }
  // Then a column may have any name, such as `key`.
  const isNamed = part.take("column");
  const isTolerant = part.take("if not exists");
  const list = part.parentheses();
  for (const each of list?.parts() ?? [part])
    addPart(table, each, isNamed || isTolerant || list !== undefined || !isTableConstraint(each));
}

/** Words after `drop` in `alter table` for things that are neither columns nor indexes. */
const otherParts = ["primary", "partition", "not", "default", "period", "system"];

function dropPart({ columns, indexes, foreignKeys }: TableStructure, part: StatementReader): void {
  if (otherParts.includes(part.word)) return;
  const kind = part.takeAny("index", "key", "constraint", "foreign key", "check", "column") ?? "column";
  part.take("if exists");
  const name = part.name() ?? "";
  if (kind === "column") {
    columns.delete(name);
    for (const parts of [indexes, foreignKeys])
      for (const [key, names] of parts) if (names.includes(name)) parts.delete(key);
    return;
  }
  indexes.delete(name);
  if (kind !== "index" && kind !== "key") foreignKeys.delete(name);
}

function renamePart(tables: readonly TableStructure[], table: TableStructure, part: StatementReader): void {
  const kind = part.takeAny("to", "as", "index", "key", "constraint", "column");
  const name = part.name();
  if (kind === "to" || kind === "as") table.table = name ?? "";
  else if (!part.take("to")) return;
  else if (kind === "index" || kind === "key") renameIndex(tables, name, part.name());
  else if (kind === "constraint") renameKey(table.foreignKeys, name, part.name());
  else renameColumn(table, name, part.name());
}

function renameTables(tables: readonly TableStructure[], reader: StatementReader): void {
  for (const part of reader.parts()) {
    const table = findStructure(tables, part.place());
    if (table !== undefined && part.take("to")) table.table = part.name() ?? "";
  }
}

/** SQL Server: `exec sp_rename N'[item].[a]', N'b', N'COLUMN'` */
function renameByProcedure(tables: readonly TableStructure[], reader: StatementReader): void {
  if (!reader.take("sp_rename")) return;
  const [from = "", to = "", kind = "object"] = reader.tokens.flatMap(
    (token) => contentOf(token)?.toLowerCase() ?? [],
  );
  const [last = "", owner = ""] = Array.from(
    from.matchAll(/\[((?:[^\]]|\]\])*)\]|([^.[\]]+)/g),
    ([, quoted, bare = ""]) => quoted?.replaceAll("]]", "]") ?? bare,
  ).reverse();
  const placeOf = (table: string) => findStructure(tables, { schema: undefined, table });
  const [table, ownTable] = [placeOf(last), placeOf(owner)];
  if (kind === "column" && ownTable !== undefined) renameColumn(ownTable, last, to);
  else if (kind === "index") renameIndex(tables, last, to);
  else if (table !== undefined) table.table = to;
  else for (const { foreignKeys } of tables) renameKey(foreignKeys, last, to);
}

function renameIndex(tables: readonly TableStructure[], from: string | undefined, to = ""): void {
  for (const { indexes } of tables) renameKey(indexes, from, to);
}

function renameColumn({ columns, indexes, foreignKeys }: TableStructure, from = "", to = ""): void {
  if (!columns.delete(from)) return;
  columns.set(to, to);
  for (const parts of [indexes, foreignKeys])
    for (const [key, names] of parts)
      parts.set(
        key,
        names.map((name) => (name === from ? to : name)),
      );
}

function renameKey(parts: Map<string, readonly string[]>, from = "", to = ""): void {
  const columns = parts.get(from);
  if (columns === undefined) return;
  parts.delete(from);
  parts.set(to, columns);
}

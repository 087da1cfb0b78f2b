import type { ScriptSyntax } from "./script-syntax.js";
import { scriptTokens, type ScriptToken } from "./script-tokens.js";
import { findStructure, type TableStructure } from "./table-structure.js";

/** Applies what a statement does to the names of tables and their parts. Other statements change nothing. */
export function applyToStructure(tables: TableStructure[], statement: string, syntax: ScriptSyntax): void {
  const tokens = Array.from(scriptTokens(statement, syntax)).filter(({ kind }) => kind !== "comment");
  new StructureChange(tables, tokens).apply();
}

/** Words that begin a part of `create table` that is not a column. */
const NO_COLUMNS = new Set([
  "constraint",
  "primary",
  "unique",
  "check",
  "foreign",
  "key",
  "index",
  "exclude",
  "like",
  "period",
  "fulltext",
  "spatial",
]);
/** Words after `drop` in `alter table` for things that are neither columns nor indexes. */
const OTHER_PARTS = new Set(["primary", "partition", "not", "default", "period", "system"]);

class StructureChange {
  readonly #tables: TableStructure[];
  readonly #tokens: readonly ScriptToken[];
  #place = 0;

  constructor(tables: TableStructure[], tokens: readonly ScriptToken[]) {
    this.#tables = tables;
    this.#tokens = tokens;
  }

  apply(): void {
    if (this.#take("create")) this.#create();
    else if (this.#take("drop")) this.#drop();
    else if (this.#take("alter")) this.#alter();
    else if (this.#take("rename", "table")) this.#renameTables();
    else if (this.#take("exec") || this.#take("execute")) this.#execute();
  }

  #create(): void {
    while (["unique", "clustered", "nonclustered", "fulltext", "spatial"].some((word) => this.#take(word)));
    if (this.#take("index")) {
      this.#take("concurrently");
      this.#take("if", "not", "exists");
      const index = this.#isWord("on") ? "" : this.#name().name;
      if (!this.#take("on")) return;
      this.#take("only");
      const table = findStructure(this.#tables, this.#name());
      if (this.#take("using")) this.#place++;
      const columns = this.#parenthesised().map(([first]) => nameOf(first).toLowerCase());
      table?.indexes.set(index.toLowerCase(), columns);
    } else if (this.#take("table")) this.#createTable();
  }

  #createTable(): void {
    this.#take("if", "not", "exists");
    const { schema, name } = this.#name();
    const parts = this.#parenthesised();
    const columns = parts
      .filter(([first]) => first !== undefined && !NO_COLUMNS.has(first.word))
      .map(([first]) => nameOf(first));
    const table: TableStructure = {
      name,
      schema,
      columns: new Map(columns.map((column) => [column.toLowerCase(), column])),
      indexes: new Map(),
      foreignKeys: new Map(),
      isOpaque:
        this.#tokens.slice(this.#place).some(({ word }) => word === "select" || word === "as") ||
        parts.length === 0,
    };
    for (const part of parts) addConstraint(table, part);
    this.#tables.push(table);
  }

  #drop(): void {
    if (this.#take("table")) {
      this.#take("if", "exists");
      do {
        const table = findStructure(this.#tables, this.#name());
        if (table !== undefined) this.#tables.splice(this.#tables.indexOf(table), 1);
      } while (this.#take(","));
    } else if (this.#take("index")) {
      this.#take("concurrently");
      this.#take("if", "exists");
      do {
        const { name } = this.#name();
        this.#tables.forEach(({ indexes }) => indexes.delete(name.toLowerCase()));
      } while (this.#take(","));
    }
  }

  #alter(): void {
    if (this.#take("index")) {
      this.#take("if", "exists");
      const { name } = this.#name();
      if (this.#take("rename", "to")) this.#renameIndex(name, this.#name().name);
      return;
    }
    this.#take("online");
    this.#take("ignore");
    if (!this.#take("table")) return;
    this.#take("if", "exists");
    this.#take("only");
    const table = findStructure(this.#tables, this.#name());
    if (table === undefined) return;
    let isAdding = false;
    for (const action of this.#split(this.#tokens.slice(this.#place)))
      isAdding = this.#alterTable(table, action, isAdding);
  }

  /** @returns Whether the next part may be a column without `add`, as in SQL Server. */
  #alterTable(table: TableStructure, action: readonly ScriptToken[], wasAdding: boolean): boolean {
    const part = new StructureChange(this.#tables, action);
    part.#take("with", "check");
    part.#take("with", "nocheck");
    if (part.#take("add")) part.#add(table);
    else if (part.#take("drop")) part.#dropPart(table);
    else if (part.#take("rename")) part.#renamePart(table);
    else if (part.#take("change")) {
      part.#take("column");
      renameColumn(table, part.#name().name, part.#name().name);
    } else {
      if (wasAdding && part.#isColumn()) part.#add(table);
      return wasAdding;
    }
    return action[0]?.word === "add";
  }

  #isColumn(): boolean {
    const first = this.#tokens[this.#place];
    return first?.kind === "name" || first?.word === "constraint";
  }

  #add(table: TableStructure): void {
    const first = this.#tokens[this.#place];
    if (first !== undefined && NO_COLUMNS.has(first.word)) {
      if (["unique", "index", "key"].some((word) => this.#isWord(word))) this.#addIndex(table);
      else addConstraint(table, this.#tokens.slice(this.#place));
      return;
    }
    if (first?.word === "default" || first?.word === "partition") return;
    this.#take("column");
    this.#take("if", "not", "exists");
    const parts = this.#isWord("(") ? this.#parenthesised() : [this.#tokens.slice(this.#place)];
    for (const part of parts) {
      const name = nameOf(part[0]);
      table.columns.set(name.toLowerCase(), name);
      addConstraint(table, part);
    }
  }

  /** MySQL: `add unique index "x" ("c")` */
  #addIndex(table: TableStructure): void {
    while (["unique", "index", "key"].some((word) => this.#take(word)));
    if (this.#isWord("(")) return;
    const { name } = this.#name();
    const columns = this.#parenthesised().map(([first]) => nameOf(first).toLowerCase());
    table.indexes.set(name.toLowerCase(), columns);
  }

  #dropPart(table: TableStructure): void {
    const first = this.#tokens[this.#place];
    if (first !== undefined && OTHER_PARTS.has(first.word)) return;
    if (this.#take("index") || this.#take("key")) {
      this.#take("if", "exists");
      table.indexes.delete(this.#name().name.toLowerCase());
    } else if (this.#take("constraint") || this.#take("foreign", "key") || this.#take("check")) {
      this.#take("if", "exists");
      const { name } = this.#name();
      table.foreignKeys.delete(name.toLowerCase());
      table.indexes.delete(name.toLowerCase());
    } else {
      this.#take("column");
      this.#take("if", "exists");
      const column = this.#name().name.toLowerCase();
      table.columns.delete(column);
      for (const parts of [table.indexes, table.foreignKeys])
        for (const [name, columns] of parts) if (columns.includes(column)) parts.delete(name);
    }
  }

  #renamePart(table: TableStructure): void {
    if (this.#take("to") || this.#take("as")) table.name = this.#name().name;
    else if (this.#take("index") || this.#take("key")) {
      const { name } = this.#name();
      if (this.#take("to")) this.#renameIndex(name, this.#name().name);
    } else if (this.#take("constraint")) {
      const { name } = this.#name();
      if (this.#take("to")) renameKey(table.foreignKeys, name, this.#name().name);
    } else {
      this.#take("column");
      const { name } = this.#name();
      if (this.#take("to")) renameColumn(table, name, this.#name().name);
    }
  }

  #renameIndex(from: string, to: string): void {
    this.#tables.forEach(({ indexes }) => {
      renameKey(indexes, from, to);
    });
  }

  #renameTables(): void {
    do {
      const table = findStructure(this.#tables, this.#name());
      if (!this.#take("to")) return;
      const { name } = this.#name();
      if (table !== undefined) table.name = name;
    } while (this.#take(","));
  }

  /** SQL Server: `exec sp_rename N'[item].[a]', N'b', N'COLUMN'` */
  #execute(): void {
    if (!/^(?:sys\.)?sp_rename$/i.test(this.#tokens[this.#place]?.text ?? "")) return;
    const [from = "", to = "", kind = "OBJECT"] = this.#tokens
      .filter((token) => token.kind === "text")
      .map(({ text }) => text.replace(/^N?'|'$/gi, "").replaceAll("''", "'"));
    const path = Array.from(
      from.matchAll(/\[((?:[^\]]|\]\])*)\]|([^.[\]]+)/g),
      ([, quoted, bare = ""]) => quoted?.replaceAll("]]", "]") ?? bare,
    );
    const last = path.at(-1) ?? "";
    const owner = findStructure(this.#tables, { name: path.at(-2) ?? "" });
    if (kind === "COLUMN" && owner !== undefined) renameColumn(owner, last, to);
    else if (kind === "INDEX") this.#renameIndex(last, to);
    else {
      const table = findStructure(this.#tables, { name: last });
      if (table !== undefined) table.name = to;
      else
        this.#tables.forEach(({ foreignKeys }) => {
          renameKey(foreignKeys, last, to);
        });
    }
  }

  /** Continues if these words or signs are next. */
  #take(...words: readonly string[]): boolean {
    const isNext = words.every((word, index) => this.#tokens[this.#place + index]?.word === word);
    if (isNext) this.#place += words.length;
    return isNext;
  }

  #isWord(word: string): boolean {
    return this.#tokens[this.#place]?.word === word;
  }

  /** `"schema"."name"` */
  #name(): { readonly schema: string | undefined; readonly name: string } {
    const parts = [nameOf(this.#tokens[this.#place++])];
    while (this.#take(".")) parts.push(nameOf(this.#tokens[this.#place++]));
    return { schema: parts.at(-2), name: parts.at(-1) ?? "" };
  }

  /** The parts of the list in parentheses that begins here. */
  #parenthesised(): readonly (readonly ScriptToken[])[] {
    if (!this.#take("(")) return [];
    const begin = this.#place;
    let depth = 1;
    while (depth > 0 && this.#place < this.#tokens.length) {
      const { word } = this.#tokens[this.#place++] as ScriptToken;
      if (word === "(") depth++;
      if (word === ")") depth--;
    }
    return this.#split(this.#tokens.slice(begin, this.#place - 1));
  }

  /** Splits at commas outside parentheses. */
  #split(tokens: readonly ScriptToken[]): readonly (readonly ScriptToken[])[] {
    const parts: ScriptToken[][] = [[]];
    let depth = 0;
    for (const token of tokens) {
      if (token.word === "(") depth++;
      if (token.word === ")") depth--;
      if (token.word === "," && depth === 0) parts.push([]);
      else parts.at(-1)?.push(token);
    }
    return parts.filter((part) => part.length > 0);
  }
}

/** `constraint "x" foreign key ("a", "b") references …` */
function addConstraint(table: TableStructure, tokens: readonly ScriptToken[]): void {
  const place = tokens.findIndex(
    ({ word }, index) =>
      word === "constraint" && ["foreign", "references"].includes(tokens[index + 2]?.word ?? ""),
  );
  if (place === -1) return;
  const end = tokens.findIndex(({ word }, index) => index > place && word === ")");
  const columns = tokens.slice(place + 4, end).filter(({ kind }) => kind === "name" || kind === "word");
  table.foreignKeys.set(
    nameOf(tokens[place + 1]).toLowerCase(),
    columns.map((token) => nameOf(token).toLowerCase()),
  );
}

function renameColumn(table: TableStructure, from: string, to: string): void {
  const [old, name] = [from, to].map((each) => each.toLowerCase());
  if (old === undefined || name === undefined || !table.columns.has(old)) return;
  table.columns.delete(old);
  table.columns.set(name, to);
  for (const parts of [table.indexes, table.foreignKeys])
    for (const [key, columns] of parts)
      parts.set(
        key,
        columns.map((column) => (column === old ? name : column)),
      );
}

function renameKey(parts: Map<string, readonly string[]>, from: string, to: string): void {
  const columns = parts.get(from.toLowerCase());
  if (columns === undefined) return;
  parts.delete(from.toLowerCase());
  parts.set(to.toLowerCase(), columns);
}

/** A name without its quotes. */
function nameOf(token: ScriptToken | undefined): string {
  const { kind, text } = token ?? { kind: "word", text: "" };
  if (kind !== "name") return text;
  const quote = text.at(-1) ?? "";
  return text.slice(1, -1).replaceAll(quote + quote, quote);
}

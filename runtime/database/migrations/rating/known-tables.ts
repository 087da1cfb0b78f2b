import type { Action } from "./action.js";
import type { ColumnDefinition } from "./column-definition.js";

/** The properties of a column before a statement that rules need. */
export type KnownColumn = Pick<ColumnDefinition, "type" | "isNotNull">;

const columnKinds: readonly Action["kind"][] = [
  "drop column",
  "alter type",
  "redefine column",
  "set not null",
];

/** The table to which all rows of a table were copied, and the columns that were read. */
interface TableCopy {
  readonly to: string;
  readonly columns: readonly string[];
  /** Whether the source table is dropped, so that only the copy remains. */
  readonly isLast: boolean;
}

/**
 * The state of the tables after the statements so far, and the changes of the current migration. It starts empty and
 * follows the scripts, so that it knows the types in the SQL, also those that a person wrote.
 */
export class KnownTables {
  readonly #tables = new Map<string, Map<string, KnownColumn>>();
  readonly #newTables = new Set<string>();
  readonly #newColumns = new Set<string>();
  /** Checks that a column is not null, by their names, until they are validated. */
  readonly #claims = new Map<string, string>();
  readonly #proven = new Set<string>();
  /** The tables that all rows of a table were copied to, with the columns that were read. */
  readonly #copies = new Map<string, TableCopy>();
  /** The names of renamed tables and columns at the beginning of the migration. */
  readonly #formerNames = new Map<string, string>();

  /** Begins the next migration: tables of earlier ones are no longer new. */
  beginMigration(): void {
    for (const known of [this.#newTables, this.#newColumns, this.#claims, this.#copies, this.#formerNames])
      known.clear();
  }

  /** A copy, to follow other statements. */
  copy(): KnownTables {
    const copy = new KnownTables();
    for (const [table, columns] of this.#tables) copy.#tables.set(table, new Map(columns));
    for (const column of this.#proven) copy.#proven.add(column);
    return copy;
  }

  column(table: string | undefined, column: string | undefined): KnownColumn | undefined {
    return this.#tables.get(table ?? "")?.get(column ?? "");
  }

  columns(table: string): readonly string[] {
    return [...(this.#tables.get(table)?.keys() ?? [])];
  }

  /** Whether this migration creates the table. Then it has no rows, and no other session uses it. */
  isNew(table: string | undefined): boolean {
    return table !== undefined && this.#newTables.has(table);
  }

  isNewColumn(table: string | undefined, column: string): boolean {
    return this.#newColumns.has(`${table ?? ""}.${column}`);
  }

  /** Whether a validated check already ensures that the column is not null. */
  isProvenNotNull(table: string | undefined, column: string | undefined): boolean {
    return this.#proven.has(`${table ?? ""}.${column ?? ""}`);
  }

  /** Whether the table is new and has the rows of a dropped table. */
  holdsRows(table: string | undefined): boolean {
    return [...this.#copies.values()].some(({ to, isLast }) => isLast && to === table);
  }

  /** Whether the table is new and has all rows of another table. */
  isCopy(table: string | undefined): boolean {
    return [...this.#copies.values()].some(({ to }) => to === table);
  }

  /** The columns that a table had and that were not copied to another; `undefined` if its rows were not copied. */
  notCopied(table: string): readonly string[] | undefined {
    const copy = this.#copies.get(table);
    if (copy === undefined) return undefined;
    return copy.columns.includes("*")
      ? []
      : this.columns(table).filter((column) => !copy.columns.includes(column));
  }

  /** The action with the names from before the migration. `undefined` if its table or column did not exist then. */
  beforeMigration(action: Action): Action | undefined {
    const { table, name, kind } = action;
    if (table === undefined || this.isNew(table)) return undefined;
    const isOfColumn = columnKinds.includes(kind);
    if (isOfColumn && this.isNewColumn(table, name ?? "")) return undefined;
    const formerName = isOfColumn ? (this.#formerNames.get(`${table}.${name ?? ""}`) ?? name) : name;
    return { ...action, table: this.#formerName(table), name: formerName };
  }

  #formerName(table: string): string {
    return this.#formerNames.get(table) ?? table;
  }

  apply(action: Action): void {
    const { kind, table = "", name = "", target = "", definition } = action;
    const columns = this.#tables.get(table);
    const column = columns?.get(name);
    switch (kind) {
      case "create table":
        this.#newTables.add(table);
        this.#tables.set(table, new Map(action.definitions));
        return;
      case "drop table": {
        this.#tables.delete(table);
        this.#newTables.delete(table);
        this.#forgetCopies(table);
        const copy = this.#copies.get(table);
        if (copy !== undefined) this.#copies.set(table, { ...copy, isLast: true });
        return;
      }
      case "delete":
      case "truncate":
        this.#forgetCopies(table);
        return;
      case "rename table":
        this.#renameTable(table, target);
        return;
      case "add column":
        this.#newColumns.add(`${table}.${name}`);
        if (definition !== undefined) columns?.set(name, definition);
        return;
      case "drop column":
        columns?.delete(name);
        this.#forgetCopies(table);
        return;
      case "rename column":
        columns?.delete(name);
        if (column !== undefined) columns?.set(target, column);
        this.#formerNames.set(`${table}.${target}`, this.#formerNames.get(`${table}.${name}`) ?? name);
        return;
      case "alter type":
      case "redefine column": {
        if (definition === undefined) return;
        const isNotNull = kind === "redefine column" ? definition.isNotNull : (column?.isNotNull ?? false);
        columns?.set(name, { type: definition.type, isNotNull });
        return;
      }
      case "set not null":
      case "drop not null":
        if (column !== undefined) columns?.set(name, { ...column, isNotNull: kind === "set not null" });
        return;
      case "add check":
        this.#claim(action);
        return;
      case "validate constraint": {
        const claimed = this.#claims.get(`${table}.${name}`);
        if (claimed !== undefined) this.#proven.add(`${table}.${claimed}`);
        return;
      }
      case "insert":
        // A temporary table of SQL Server is dropped with the session.
        if (action.target !== undefined && this.isNew(table) && !table.startsWith("#"))
          this.#copies.set(action.target, { to: table, columns: action.columns ?? [], isLast: false });
        return;
      default:
    }
  }

  /** Forgets that a table contained copied rows. */
  #forgetCopies(table: string): void {
    for (const [source, { to }] of this.#copies) if (to === table) this.#copies.delete(source);
  }

  #renameTable(from: string, to: string): void {
    const columns = this.#tables.get(from);
    this.#tables.delete(from);
    if (columns !== undefined) this.#tables.set(to, columns);
    this.#formerNames.set(to, this.#formerName(from));
    this.#formerNames.delete(from);
    // A new table that replaces one with rows now has its rows.
    const isReplacement = this.isCopy(from);
    if (this.#newTables.delete(from) && !isReplacement) this.#newTables.add(to);
    const copies = [...this.#copies];
    this.#copies.clear();
    for (const [source, copy] of copies) {
      // A table that has taken the name of its source is an ordinary table.
      const named = copy.to === from ? to : copy.to;
      const origin = source === from ? to : source;
      if (named !== origin && source !== to) this.#copies.set(origin, { ...copy, to: named });
    }
  }

  /** `check ("a" is not null)` */
  #claim({ table = "", name = "", part, isUnchecked = false }: Action): void {
    const reader = part.rest();
    if (!reader.skipAfter("check")) return;
    const condition = reader.parentheses();
    const column = condition?.name();
    if (column === undefined || condition?.take("is not null") !== true || !condition.isAtEnd) return;
    this.#claims.set(`${table}.${name}`, column);
    if (!isUnchecked) this.#proven.add(`${table}.${column}`);
  }
}

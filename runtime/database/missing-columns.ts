import { unlessLate } from "../time/within.js";
import type { Entity, Field } from "../model/model.js";
import type { Dialect } from "./dialect.js";
import { sql } from "kysely";
import type { AnyKysely } from "./sql/sql.js";
import { tableName } from "./sql/table-name.js";
import { DatabaseError } from "./wire/database-error.js";

/** The timeout of a search, and the shortest time between two searches, in milliseconds. */
const INTERVAL = 1_000;
/**
 * The longest time between two searches, in milliseconds. It doubles while statements fail for a name that searches
 * do not cover, such as the table of a trigger.
 */
const MAX_INTERVAL = 30_000;

interface SearchedTables {
  readonly tables: readonly Entity[];
  readonly dialect: Pick<Dialect, "toDatabaseError">;
  /** `undefined` while the database is closed. */
  readonly db: () => AnyKysely | undefined;
  /** Receives a fault that names the missing parts of a table, whenever they change. */
  readonly onMissing: (fault: DatabaseError) => void;
  /** Called when a table is complete again. */
  readonly onBack: (entity: Entity) => Promise<void>;
}

/**
 * The tables and columns that were dropped or renamed while the server runs. After a statement has failed for a
 * missing name, a search selects the columns of each table, without reading rows: only the database itself knows how
 * it resolves names. A catalog would also list a column whose name changed in case, or a view whose table is gone,
 * and the statement may have failed because of a trigger's table. The search is repeated until nothing is missing.
 */
export class MissingColumns {
  readonly #searched: SearchedTables;
  /** The incomplete tables, with their missing parts. */
  readonly #incomplete = new Map<Entity, string>();
  /** Whether a statement has failed since the last search began. */
  #isSuspect = false;
  #ended = -Infinity;
  #interval = INTERVAL;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(searched: SearchedTables) {
    this.#searched = searched;
  }

  /** Searches all tables in the background. */
  search(): void {
    this.#isSuspect = true;
    void this.#search();
  }

  /** Whether nothing is missing. Resolves within a second. Never rejects. */
  async areBack(): Promise<boolean> {
    const isComplete = () => this.#incomplete.size === 0;
    if (isComplete() && !this.#isSuspect) return true;
    return unlessLate(INTERVAL, this.#search().then(isComplete), isComplete);
  }

  #search(): Promise<void> {
    if (this.#running !== undefined) return this.#running;
    const left = this.#ended + this.#interval - performance.now();
    if (left > 0) {
      this.#searchIn(left);
      return Promise.resolve();
    }
    const wasSuspect = this.#isSuspect;
    this.#isSuspect = false;
    this.#running = this.#look(wasSuspect ? this.#searched.tables : [...this.#incomplete.keys()])
      // The database is unavailable: the search is repeated when it answers.
      .catch(() => {
        this.#isSuspect ||= wasSuspect;
      })
      .finally(() => {
        this.#running = undefined;
        this.#ended = performance.now();
        const isInVain = wasSuspect && this.#incomplete.size === 0;
        this.#interval = isInVain ? Math.min(2 * this.#interval, MAX_INTERVAL) : INTERVAL;
        const isClosed = this.#searched.db() === undefined;
        // Also without a request: a column may be restored and disappear again.
        if (!isClosed && (this.#isSuspect || this.#incomplete.size > 0)) this.#searchIn(this.#interval);
      });
    return this.#running;
  }

  #searchIn(delay: number): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#search();
    }, delay).unref();
  }

  async #look(tables: readonly Entity[]): Promise<void> {
    const { onMissing, onBack } = this.#searched;
    for (const entity of tables) {
      const known = this.#incomplete.get(entity);
      if (await this.#lacks(entity, entity.fields)) {
        const fault = await this.#toFault(entity);
        const lack = fault.columns.join();
        if (lack !== known) onMissing(fault);
        this.#incomplete.set(entity, lack);
      } else if (known !== undefined) {
        await onBack(entity);
        this.#incomplete.delete(entity);
      }
    }
  }

  async #toFault(entity: Entity): Promise<DatabaseError> {
    const { name, table, fields } = entity;
    const missing: string[] = [];
    if (!(await this.#lacks(entity, [])))
      for (const field of fields) if (await this.#lacks(entity, [field])) missing.push(field.column);
    const message = `${missing.length === 0 ? "The table" : "A column of the table"} does not exist.`;
    return new DatabaseError("missing", message, { entity: name, table, columns: missing });
  }

  /** Whether the table or one of the fields' columns does not exist. @throws {DatabaseError} */
  async #lacks(entity: Entity, fields: readonly Field[]): Promise<boolean> {
    const { db, dialect } = this.#searched;
    const open = db();
    if (open === undefined) throw new DatabaseError("connection", "The database is closed.");
    const columns = fields.map(({ column }) => sql.id(column));
    try {
      await sql`select ${sql.join([sql`1`, ...columns])} from ${tableName(entity)} where 1 = 0`.execute(open);
      return false;
    } catch (error) {
      const fault = dialect.toDatabaseError(error);
      if (fault.kind === "connection" || fault.kind === "timeout" || db() === undefined) throw fault;
      return fault.kind === "missing";
    }
  }
}

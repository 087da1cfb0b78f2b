import type { Entity, Field } from "../../../model/model.js";
import { createTables } from "../../schema/create-tables.js";
import { sameName } from "../../schema/stored/find-stored.js";
import { readStoredTables } from "../../schema/stored/stored-tables.js";
import { applyChanges } from "../../schema/prepare-schema.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import { columnOf } from "../../sql/column-of.js";
import { sql, type AnyKysely, type Sql } from "../../sql/sql.js";
import { tableName } from "../../sql/table-name.js";

/** The record of a migration in the database: one row of the history. */
export interface HistoryRow {
  readonly name: string;
  readonly checksum: string;
  readonly direction: "up" | "down";
  /** Texts in ISO 8601. */
  readonly startedAt: string;
  /** `null` until it is applied. */
  readonly finishedAt: string | null;
  /** How long its steps took, in milliseconds. */
  readonly duration: number;
  /** The database user, the machine and the version of the tool. */
  readonly appliedBy: string;
  readonly steps: number;
  readonly stepsDone: number;
  /**
   * Whether the step after `stepsDone` was begun and cannot be rolled back. If its process died, its outcome is
   * unknown.
   */
  readonly isInFlight: boolean;
  /** Identifies the steps that are done or in flight. */
  readonly doneChecksum: string;
  readonly error: string | null;
}

/** The members whose columns are called otherwise: in lower case. */
const members = ["startedAt", "finishedAt", "appliedBy", "stepsDone", "isInFlight", "doneChecksum"] as const;

/** The table of applied migrations. `entity` is its Entity in the Model. */
export class MigrationHistory {
  readonly #entity: Entity;
  readonly #dialect: TableDialect;

  constructor(entity: Entity, dialect: TableDialect) {
    this.#entity = entity;
    this.#dialect = dialect;
  }

  async create(db: AnyKysely): Promise<void> {
    if (await this.#exists(db)) return;
    await applyChanges(
      db,
      createTables([this.#entity], { entities: [this.#entity], dialect: this.#dialect }),
    );
  }

  /** All rows, by name. None if the table does not exist. */
  async read(db: AnyKysely): Promise<ReadonlyMap<string, HistoryRow>> {
    if (!(await this.#exists(db))) return new Map();
    const selected = this.#entity.fields.map(({ column }) => sql.id(column));
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(selected)} from ${tableName(this.#entity)}`.execute(db);
    const read = rows.map((row) => this.#toHistoryRow(row));
    return new Map(read.map((row) => [row.name, row]));
  }

  async insert(db: AnyKysely, row: HistoryRow): Promise<void> {
    const names = this.#entity.fields.map(({ column }) => sql.id(column));
    const values = this.#entity.fields.map((field) => this.#parameter(field, row));
    await sql`insert into ${tableName(this.#entity)} (${sql.join(names)}) values (${sql.join(values)})`.execute(
      db,
    );
  }

  async update(db: AnyKysely, name: string, changes: Partial<HistoryRow>): Promise<void> {
    const changed = this.#entity.fields.filter(({ column }) => changes[memberOf(column)] !== undefined);
    const set = changed.map((field) => sql`${sql.id(field.column)} = ${this.#parameter(field, changes)}`);
    await sql`update ${tableName(this.#entity)} set ${sql.join(set)} where ${sql.id("name")} = ${name}`.execute(
      db,
    );
  }

  async remove(db: AnyKysely, name: string): Promise<void> {
    await sql`delete from ${tableName(this.#entity)} where ${sql.id("name")} = ${name}`.execute(db);
  }

  async #exists(db: AnyKysely): Promise<boolean> {
    return (await readStoredTables(db, [this.#entity], this.#dialect)).size > 0;
  }

  #parameter(field: Field, row: Partial<HistoryRow>): Sql {
    const value = row[memberOf(field.column)] ?? null;
    const type = columnOf(field, this.#dialect);
    const parameter = sql`${value === null ? null : type.toParameter(value)}`;
    return type.cast === undefined || value === null ? parameter : type.cast(parameter, field);
  }

  #toHistoryRow(row: Record<string, unknown>): HistoryRow {
    const values = this.#entity.fields.map((field) => {
      const value = row[field.column] ?? null;
      const read = value === null ? null : columnOf(field, this.#dialect).fromColumn(value);
      return [memberOf(field.column), read] as const;
    });
    return Object.fromEntries(values) as unknown as HistoryRow;
  }
}

function memberOf(column: string): keyof HistoryRow {
  return members.find((name) => sameName(name, column)) ?? (column as keyof HistoryRow);
}

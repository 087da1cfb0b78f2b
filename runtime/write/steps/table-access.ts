import type { CheckedComparison, CheckedCondition } from "../../condition/checked.js";
import { compare } from "../../condition/compare.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { EntityWrites } from "../../database/entity-writes.js";
import { orderBy } from "../../database/sql/order.js";
import { createSelection, ownFields } from "../../database/sql/selection.js";
import { DatabaseError } from "../../database/wire/database-error.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Entity, Field } from "../../model/model.js";
import { EntityReads } from "../../records/entity-reads.js";
import { fieldOf, hasValues, insertRows, type RowValues } from "./table-rows.js";
import { toParameters } from "./to-parameters.js";

export type StoredRow = Readonly<Record<string, unknown>>;

interface FirstOptions {
  readonly skip?: number;
  readonly isDescending?: boolean;
  readonly only?: readonly string[];
}

/** Reads and writes one of the server's own tables in a session, with conditions by the names of fields. */
export class TableAccess {
  readonly session: DatabaseSession;
  readonly #table: Entity;

  constructor(session: DatabaseSession, table: Entity) {
    this.session = session;
    this.#table = table;
  }

  /** The same table in a transaction. */
  within(session: DatabaseSession): TableAccess {
    return new TableAccess(session, this.#table);
  }

  compare(name: string, operator: CheckedComparison["operator"], value: FieldValue): CheckedCondition {
    return compare(this.#field(name), operator, value);
  }

  has(values: RowValues): CheckedCondition {
    return hasValues(this.#table, values);
  }

  isOneOf(name: string, values: readonly Exclude<FieldValue, null>[]): CheckedCondition {
    return { kind: "in", field: this.#field(name), values, hasNull: false };
  }

  these(rows: readonly StoredRow[]): CheckedCondition {
    return this.isOneOf(
      "id",
      rows.map(({ id }) => String(id)),
    );
  }

  /**
   * The first rows in the order of fields.
   * @param options.only The names of the fields to read. Default: all.
   * @throws {DatabaseError}
   */
  async first(
    where: CheckedCondition,
    order: string | readonly string[],
    take: number,
    { skip = 0, isDescending = false, only }: FirstOptions = {},
  ): Promise<readonly StoredRow[]> {
    const names = typeof order === "string" ? [order] : order;
    const query = { order: names.map((name) => orderBy(this.#field(name), isDescending)), where, take, skip };
    const selection =
      only === undefined
        ? ownFields(this.#table)
        : createSelection({ entity: this.#table, fields: only.map((name) => this.#field(name)) });
    const rows = await this.session.rows(this.session.statements(this.#table).page(query, selection));
    const reads = new EntityReads(this.#table, this.session);
    return rows.map((row) => reads.toRecord(row, selection));
  }

  /** Locks all rows that match, until the transaction ends, and reads them. @throws {DatabaseError} */
  lock(where: CheckedCondition): Promise<readonly StoredRow[]> {
    return new EntityReads(this.#table, this.session).lock(where);
  }

  /** @throws {DatabaseError} */
  async insert(rows: readonly RowValues[]): Promise<void> {
    await insertRows(this.session, this.#table, rows);
  }

  /** Adds a row that another server may add at the same time. @throws {DatabaseError} */
  async insertUnlessThere(row: RowValues): Promise<void> {
    try {
      await this.insert([row]);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.kind === "unique")) throw error;
    }
  }

  /** All rows that match, without a limit: only for conditions that match few. @throws {DatabaseError} */
  all(where: CheckedCondition): Promise<readonly StoredRow[]> {
    return new EntityReads(this.#table, this.session).all(where, ownFields(this.#table));
  }

  /** Updates all rows that match, and counts them. @throws {DatabaseError} */
  async update(values: RowValues, where: CheckedCondition): Promise<number> {
    const fields = Object.keys(values).map((name) => this.#field(name));
    const args = toParameters(fields, Object.values(values), this.session.dialect);
    return new EntityWrites(this.#table, this.session).updateCounted(fields, args, where);
  }

  /** Deletes all rows that match, and counts them. @throws {DatabaseError} */
  async delete(where: CheckedCondition): Promise<number> {
    return new EntityWrites(this.#table, this.session).deleteCounted(where);
  }

  /** @throws {DatabaseError} */
  async count(where?: CheckedCondition): Promise<number> {
    return new EntityReads(this.#table, this.session).count(where);
  }

  #field(name: string): Field {
    return fieldOf(this.#table, name);
  }
}

export function all(...conditions: readonly CheckedCondition[]): CheckedCondition {
  return { kind: "and", conditions };
}

/** A time for a field. Default: now. */
export function timeAt(ms = Date.now()): string {
  return new Date(ms).toISOString();
}

export function timeOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : timeAt(ms);
}

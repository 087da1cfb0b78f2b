import { randomUUID } from "node:crypto";
import type { CheckedCondition } from "../condition/checked.js";
import { isKey, isOneOf } from "../condition/key-condition.js";
import type { KnownValues } from "../condition/truth-of.js";
import type { DatabaseSession } from "../database/database-session.js";
import { EntityWrites } from "../database/entity-writes.js";
import { orderBy } from "../database/sql/order.js";
import { ownFields } from "../database/sql/selection.js";
import { DatabaseError } from "../database/wire/database-error.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity, Field, OutboxSettings } from "../model/model.js";
import { EntityReads } from "../records/entity-reads.js";
import { insertRow, updateRow } from "../write/steps/table-rows.js";
import type { WriteKind } from "../write/write.js";
import type { LoggedChange, LogState, LogSummary } from "./change.js";

/** The row of the state. */
const NAME = "changes";

/** The maximum number of changes in a batch, and of rows that one statement removes. */
const MAX_ROWS = 1_000;

/**
 * The table of changes. Ids or times of rows do not say in which order their transactions were committed, on no
 * database: a reader that remembers the last of them loses those that are committed later. So a row has no batch when it
 * is committed. One server at a time takes the rows that it sees without one and gives them the next number. Whatever is
 * committed later comes into a later batch.
 */
export class ChangeLog {
  readonly #session: DatabaseSession;
  readonly #table: Entity;
  readonly #state: Entity;

  constructor(session: DatabaseSession, { table, state }: Pick<OutboxSettings, "table" | "state">) {
    this.#session = session;
    this.#table = table;
    this.#state = state;
  }

  /** Reads the state. Creates it if this is the first server. @throws {DatabaseError} */
  async state(): Promise<LogState> {
    const found = await this.#findState(this.#session);
    if (found !== undefined) return found;
    try {
      const first = { name: NAME, epoch: randomUUID().slice(0, 8), batch: 0, removed: 0 };
      await insertRow(this.#session, this.#state, first);
    } catch (error) {
      // Another server was faster.
      if (!(error instanceof DatabaseError && error.kind === "unique")) throw error;
    }
    return (await this.#findState(this.#session)) ?? this.state();
  }

  async #findState(session: DatabaseSession): Promise<LogState | undefined> {
    const row = await new EntityReads(this.#state, session).first(this.#isState, ownFields(this.#state));
    return row && toState(row);
  }

  get #isState(): CheckedCondition {
    return isKey(this.#state, [NAME]);
  }

  /**
   * Gives the changes without a batch, which are committed, the next one.
   * @returns Whether there may be more of them.
   * @throws {DatabaseError}
   */
  async giveBatch(): Promise<boolean> {
    if ((await this.#withoutBatch(this.#session, 1)).length === 0) return false;
    return this.#session.transaction(async (transaction) => {
      const [row] = await new EntityReads(this.#state, transaction).lock(this.#isState);
      if (row === undefined) throw new Error(`The table "${this.#state.table}" has lost its row.`);
      // Read after the lock: another server may have given them one meanwhile.
      const ids = await this.#withoutBatch(transaction, MAX_ROWS);
      if (ids.length === 0) return false;
      const batch = toState(row).batch + 1;
      const where = isOneOf(
        this.#table,
        ids.map((id) => [id]),
      );
      await new EntityWrites(this.#table, transaction).updateCounted([this.#field("batch")], [batch], where);
      await updateRow(transaction, this.#state, { batch }, this.#isState);
      return ids.length === MAX_ROWS;
    });
  }

  async #withoutBatch(session: DatabaseSession, take: number): Promise<readonly FieldValue[]> {
    const where: CheckedCondition = this.#compare("batch", "=", null);
    const rows = await this.#page(session, where, ["id"], take, 0);
    return rows.map(({ id }) => id as FieldValue);
  }

  /** The changes of the batches after `after` up to `upTo`, in order. @throws {DatabaseError} */
  async changes(after: number, upTo: number): Promise<readonly LoggedChange[]> {
    const where: CheckedCondition = {
      kind: "and",
      conditions: [this.#compare("batch", ">", after), this.#compare("batch", "<=", upTo)],
    };
    const rows = await new EntityReads(this.#table, this.#session).all(where, ownFields(this.#table));
    return rows.map(toChange).toSorted((a, b) => a.batch - b.batch || (a.id < b.id ? -1 : 1));
  }

  /** Whether there are more changes in these batches than one read should take. @throws {DatabaseError} */
  async lastOf(after: number, upTo: number): Promise<number> {
    const rows = await this.#page(this.#session, this.#compare("batch", ">", after), ["batch"], 1, MAX_ROWS);
    const [row] = rows;
    // A batch has no more than so many changes.
    return row === undefined ? upTo : Math.min(upTo, Math.max(after + 1, Number(row["batch"]) - 1));
  }

  /**
   * Removes changes from before this time, in whole batches. Reads few rows, however many are kept.
   * @returns Whether there may be more of them.
   * @throws {DatabaseError}
   */
  async removeBefore(time: string): Promise<boolean> {
    const hasBatch = this.#compare("batch", ">", 0);
    const isOld = ({ at }: StoredRow) => Date.parse(String(at)) < Date.parse(time);
    const [oldest] = await this.#page(this.#session, hasBatch, ["at"], 1, 0);
    if (oldest === undefined || !isOld(oldest)) return false;
    const rows = await this.#page(this.#session, hasBatch, ["at", "batch"], MAX_ROWS + 1, 0);
    const firstNew = rows.findIndex((row) => !isOld(row));
    const isFull = firstNew === -1 && rows.length > MAX_ROWS;
    // The last batch that is there as a whole, without a new row.
    const end = firstNew === -1 ? rows.length - 1 : firstNew;
    const isWhole = firstNew === -1 && !isFull;
    const removed = Number(rows[end]?.["batch"]) - (isWhole ? 0 : 1);
    if (removed < Number(rows[0]?.["batch"])) return false;
    await this.#session.transaction(async (transaction) => {
      const [row] = await new EntityReads(this.#state, transaction).lock(this.#isState);
      if (row === undefined || toState(row).removed >= removed) return;
      await updateRow(transaction, this.#state, { removed }, this.#isState);
      await new EntityWrites(this.#table, transaction).deleteCounted(this.#compare("batch", "<=", removed));
    });
    return isFull;
  }

  /** The number of kept changes. @throws {DatabaseError} */
  async count(): Promise<number> {
    return new EntityReads(this.#table, this.#session).count(undefined);
  }

  /** @param entityNames The entities whose changes are counted. @throws {DatabaseError} */
  async summary(entityNames: Iterable<string>): Promise<LogSummary> {
    const reads = new EntityReads(this.#table, this.#session);
    const anyBatch: CheckedCondition = this.#compare("batch", ">", 0);
    const [oldest] = await this.#page(this.#session, anyBatch, ["at"], 1, 0);
    const [newest] = await this.#page(this.#session, anyBatch, ["at"], 1, 0, true);
    const byEntity: { readonly entity: string; readonly count: number }[] = [];
    for (const entity of entityNames)
      byEntity.push({ entity, count: await reads.count(this.#compare("entity", "=", entity)) });
    return {
      kept: await this.count(),
      waiting: await reads.count(this.#compare("batch", "=", null)),
      oldest: oldest && String(oldest["at"]),
      newest: newest && String(newest["at"]),
      lastBatch: (await this.#findState(this.#session))?.batch ?? 0,
      byEntity,
    };
  }

  async #page(
    session: DatabaseSession,
    where: CheckedCondition,
    names: readonly string[],
    take: number,
    skip: number,
    isDescending = false,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const order = ["batch", "id"].map((name) => orderBy(this.#field(name), isDescending));
    const rows = await session.rows(session.statements(this.#table).page({ order, where, take, skip }));
    const reads = new EntityReads(this.#table, session);
    return rows.map((row) => {
      const record = reads.toOwnRecord(row);
      return Object.fromEntries(names.map((name) => [name, record[name]]));
    });
  }

  #field(name: string): Field {
    const field = this.#table.fieldsByName.get(name);
    if (field === undefined) throw new Error(`The table of changes has no field "${name}".`);
    return field;
  }

  #compare(name: string, operator: "=" | "<" | "<=" | ">", value: FieldValue): CheckedCondition {
    return { kind: "comparison", field: this.#field(name), operator, value };
  }
}

type StoredRow = Readonly<Record<string, unknown>>;

function toState(row: StoredRow): LogState {
  return { epoch: String(row["epoch"]), batch: Number(row["batch"]), removed: Number(row["removed"]) };
}

function toChange(row: StoredRow): LoggedChange {
  const former = row["former"];
  return {
    id: String(row["id"]),
    entityName: String(row["entity"]),
    key: JSON.parse(String(row["recordid"])) as readonly FieldValue[],
    operation: String(row["operation"]) as WriteKind,
    at: String(row["at"]),
    former: typeof former === "string" ? (JSON.parse(former) as KnownValues) : undefined,
    batch: Number(row["batch"]),
  };
}

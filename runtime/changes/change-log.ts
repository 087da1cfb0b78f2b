import { randomUUID } from "node:crypto";
import type { CheckedCondition } from "../condition/checked.js";
import type { KnownValues } from "../condition/truth-of.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { FieldValue } from "../model/field-type.js";
import type { OutboxSettings } from "../model/model.js";
import type { WriteKind } from "../write/write.js";
import type { LoggedChange, LogState, LogSummary } from "./change.js";
import { all, TableAccess, type StoredRow } from "../write/steps/table-access.js";
import { MAX_CHANGES } from "../write/steps/log-change.js";
import { uuidPlace } from "../write/steps/time-ordered-uuid.js";

/** The row of the state. */
const NAME = "changes";

/** The order of changes: by batch, then as they were made. */
const IN_ORDER = ["batch", "id"];

/**
 * The table of changes. Ids or times of rows do not say in which order their transactions were committed: a reader that
 * remembers the last of them loses those that are committed later. So a row has no batch when it is committed. One server
 * at a time takes the rows that it sees without one and gives them the next number. Whatever is committed later comes into
 * a later batch. Where only one transaction writes at a time, rows are added to the next batch at once
 * (`WriteSyntax.openNumber`), and it is closed when the state takes its number.
 */
export class ChangeLog {
  readonly #changes: TableAccess;
  readonly #states: TableAccess;

  constructor(session: DatabaseSession, { table, state }: Pick<OutboxSettings, "table" | "state">) {
    this.#changes = new TableAccess(session, table);
    this.#states = new TableAccess(session, state);
  }

  /** Reads the state. Creates it if this is the first server. @throws {DatabaseError} */
  async state(): Promise<LogState> {
    const found = await this.#findState();
    if (found !== undefined) return found;
    const epoch = randomUUID().slice(0, 8);
    await this.#states.insertUnlessThere({ name: NAME, epoch, batch: 0, removed: 0 });
    return (await this.#findState()) ?? this.state();
  }

  async #findState(): Promise<LogState | undefined> {
    const [row] = await this.#states.all(this.#isState);
    return row && toState(row);
  }

  get #isState(): CheckedCondition {
    return this.#states.compare("name", "=", NAME);
  }

  /**
   * Gives the changes without a batch, which are committed, the next one. Closes the batches that are open.
   * @returns Whether there may be more of them.
   * @throws {DatabaseError}
   */
  async giveBatch(): Promise<boolean> {
    const hasNone = this.#changes.compare("batch", "=", null);
    await this.#closeBatches();
    if ((await this.#changes.first(hasNone, "batch", 1, { only: ["id"] })).length === 0) return false;
    return this.#changes.session.transaction(async (transaction) => {
      const [changes, states] = [this.#changes.within(transaction), this.#states.within(transaction)];
      const [row] = await states.lock(this.#isState);
      if (row === undefined) throw new Error("The table of the state of changes has lost its row.");
      // Read after the lock: another server may have given them one meanwhile.
      const found = await changes.first(hasNone, IN_ORDER, MAX_CHANGES, { only: ["id"] });
      if (found.length === 0) return false;
      const batch = toState(row).batch + 1;
      await changes.update({ batch }, changes.these(found));
      await states.update({ batch }, this.#isState);
      return found.length === MAX_CHANGES;
    });
  }

  async #closeBatches(): Promise<void> {
    if (this.#changes.session.dialect.writes.openNumber === undefined) return;
    const [newest] = await this.#changes.first(this.#hasBatch, "batch", 1, {
      isDescending: true,
      only: ["batch"],
    });
    if (newest === undefined) return;
    const batch = Number(newest["batch"]);
    const isBehind = all(this.#isState, this.#states.compare("batch", "<", batch));
    if ((await this.#states.all(isBehind)).length > 0) await this.#states.update({ batch }, isBehind);
  }

  get #hasBatch(): CheckedCondition {
    return this.#changes.compare("batch", ">", 0);
  }

  /** The changes of the batches after `after` up to `upTo`, in order. @throws {DatabaseError} */
  async changes(after: number, upTo: number): Promise<readonly LoggedChange[]> {
    const rows = await this.#changes.all(
      all(this.#changes.compare("batch", ">", after), this.#changes.compare("batch", "<=", upTo)),
    );
    const placeOf = ({ id }: LoggedChange) => uuidPlace(id, this.#changes.session.dialect);
    return rows.map(toChange).toSorted((a, b) => a.batch - b.batch || (placeOf(a) < placeOf(b) ? -1 : 1));
  }

  /** The last of these batches that one read should take with those before it. @throws {DatabaseError} */
  async lastOf(after: number, upTo: number): Promise<number> {
    const isLater = this.#changes.compare("batch", ">", after);
    const [row] = await this.#changes.first(isLater, IN_ORDER, 1, { skip: MAX_CHANGES, only: ["batch"] });
    // A batch seldom has more changes.
    return row === undefined ? upTo : Math.min(upTo, Math.max(after + 1, Number(row["batch"]) - 1));
  }

  /**
   * Removes changes from before this time, in whole batches. Reads few rows, however many are kept.
   * @returns Whether there may be more of them.
   * @throws {DatabaseError}
   */
  async removeBefore(time: string): Promise<boolean> {
    const isOld = ({ at }: StoredRow) => Date.parse(String(at)) < Date.parse(time);
    const [oldest] = await this.#changes.first(this.#hasBatch, IN_ORDER, 1);
    if (oldest === undefined || !isOld(oldest)) return false;
    const rows = await this.#changes.first(this.#hasBatch, IN_ORDER, MAX_CHANGES + 1, {
      only: ["at", "batch"],
    });
    const firstNew = rows.findIndex((row) => !isOld(row));
    const isFull = firstNew === -1 && rows.length > MAX_CHANGES;
    // The last batch that is there as a whole, without a new row.
    const end = firstNew === -1 ? rows.length - 1 : firstNew;
    const isWhole = firstNew === -1 && !isFull;
    const first = Number(oldest["batch"]);
    let removed = Number(rows[end]?.["batch"]) - (isWhole ? 0 : 1);
    if (removed < first) {
      const isNew = all(this.#changes.compare("batch", "=", first), this.#changes.compare("at", ">=", time));
      if (!isFull || (await this.#changes.count(isNew)) > 0) return false;
      removed = first;
    }
    const isRemoved = await this.#changes.session.transaction(async (transaction) => {
      const [changes, states] = [this.#changes.within(transaction), this.#states.within(transaction)];
      const [row] = await states.lock(this.#isState);
      // A batch that is open may still grow.
      if (row === undefined || toState(row).removed >= removed || toState(row).batch < removed) return false;
      await states.update({ removed }, this.#isState);
      await changes.delete(changes.compare("batch", "<=", removed));
      return true;
    });
    return isRemoved && isFull;
  }

  /** The number of kept changes. @throws {DatabaseError} */
  count(): Promise<number> {
    return this.#changes.count();
  }

  /** @param entityNames The entities whose changes are counted. @throws {DatabaseError} */
  async summary(entityNames: Iterable<string>): Promise<LogSummary> {
    const lastBatch = (await this.#findState())?.batch ?? 0;
    const hasNone = this.#changes.compare("batch", "=", null);
    const isOpen = this.#changes.compare("batch", ">", lastBatch);
    const isClosed = all(this.#hasBatch, this.#changes.compare("batch", "<=", lastBatch));
    const [oldest] = await this.#changes.first(isClosed, IN_ORDER, 1);
    const [newest] = await this.#changes.first(isClosed, IN_ORDER, 1, { isDescending: true });
    const byEntity: { readonly entity: string; readonly count: number }[] = [];
    for (const entity of entityNames) {
      const count = await this.#changes.count(this.#changes.compare("entity", "=", entity));
      byEntity.push({ entity, count });
    }
    return {
      kept: await this.count(),
      waiting: await this.#changes.count({ kind: "or", conditions: [hasNone, isOpen] }),
      oldest: oldest && String(oldest["at"]),
      newest: newest && String(newest["at"]),
      lastBatch,
      byEntity,
    };
  }
}

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

import type { LogState } from "../changes/change.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Entity } from "../model/model.js";
import { all, timeAt, type StoredRow, TableAccess } from "../write/steps/table-access.js";

/** The stored state of a webhook. */
export interface WebhookState {
  readonly name: string;
  readonly epoch: string;
  /** The changes up to this batch have their deliveries. */
  readonly batch: number;
  /** Why it is off. `undefined` if it is on. */
  readonly offReason: string | undefined;
}

/** The table of webhooks: a row for each, which all servers share. */
export class WebhookStates {
  readonly #rows: TableAccess;

  constructor(session: DatabaseSession, table: Entity) {
    this.#rows = new TableAccess(session, table);
  }

  /** By name. @throws {DatabaseError} */
  async read(names: readonly string[]): Promise<ReadonlyMap<string, WebhookState>> {
    const rows = await this.#rows.first(this.#rows.isOneOf("name", names), "name", names.length);
    return new Map(rows.map(toState).map((state) => [state.name, state]));
  }

  /** Adds those that are new: they begin with the changes after this state. @throws {DatabaseError} */
  async addMissing(names: readonly string[], { epoch, batch }: LogState): Promise<void> {
    const known = await this.read(names);
    for (const name of names) {
      if (!known.has(name)) await this.#rows.insertUnlessThere({ name, epoch, batch, resent: 0 });
    }
  }

  /**
   * Moves a webhook on, and does `work` in the same transaction, unless another server has moved it meanwhile.
   * @throws {DatabaseError}
   */
  async advance(
    from: WebhookState,
    to: Pick<LogState, "epoch" | "batch">,
    work: (transaction: DatabaseSession) => Promise<void>,
  ): Promise<void> {
    await this.#rows.session.transaction(async (transaction) => {
      const rows = this.#rows.within(transaction);
      const [row] = await rows.lock(rows.compare("name", "=", from.name));
      const now = row && toState(row);
      if (now === undefined || now.batch !== from.batch || now.epoch !== from.epoch) return;
      // Switched on or off meanwhile: the next look decides again what is kept.
      if (now.offReason !== from.offReason) return;
      await rows.update({ epoch: to.epoch, batch: to.batch }, rows.compare("name", "=", from.name));
      await work(transaction);
    });
  }

  /**
   * Locks a webhook for `work`, which adds to its deliveries. Writes its row: on a cluster, only that makes one of two
   * transactions on different nodes fail and run again.
   * @returns `undefined` if the webhook has no row yet.
   * @throws {DatabaseError}
   */
  locked<T>(name: string, work: (transaction: DatabaseSession) => Promise<T>): Promise<T | undefined> {
    return this.#rows.session.transaction(async (transaction) => {
      const rows = this.#rows.within(transaction);
      const isIt = rows.compare("name", "=", name);
      const [row] = await rows.lock(isIt);
      if (row === undefined) return undefined;
      await rows.update({ resent: Number(row["resent"]) + 1 }, isIt);
      return work(transaction);
    });
  }

  /** @returns Whether it was on. @throws {DatabaseError} */
  async switchOff(name: string, reason: string): Promise<boolean> {
    const isOn = all(this.#rows.compare("name", "=", name), this.#rows.compare("offat", "=", null));
    return (await this.#rows.update({ offat: timeAt(), offreason: reason }, isOn)) > 0;
  }

  /** @returns Whether it was off. @throws {DatabaseError} */
  async switchOn(name: string): Promise<boolean> {
    const isOff = all(this.#rows.compare("name", "=", name), this.#rows.compare("offat", "<>", null));
    return (await this.#rows.update({ offat: null, offreason: null }, isOff)) > 0;
  }
}

function toState(row: StoredRow): WebhookState {
  const { name, epoch, batch, offat, offreason } = row;
  const isOff = offat !== null;
  return {
    name: String(name),
    epoch: String(epoch),
    batch: Number(batch),
    offReason: isOff ? (typeof offreason === "string" ? offreason : "") : undefined,
  };
}

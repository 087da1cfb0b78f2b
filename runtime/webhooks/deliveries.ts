import { randomUUID } from "node:crypto";
import type { CheckedCondition } from "../condition/checked.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Entity } from "../model/model.js";
import { timeOrderedUuid } from "../write/steps/time-ordered-uuid.js";
import { all, timeAt, type StoredRow, TableAccess } from "../write/steps/table-access.js";

/** A change for a webhook, before it is stored. */
export interface Draft {
  /** Its place among all deliveries of the webhook. */
  readonly place: number;
  /** Identifies the record. */
  readonly record: string;
  /** The key of the record as JSON. */
  readonly recordId: string;
  readonly event: string;
  readonly body: string;
}

/** A delivery that this server is trying. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly body: string;
  readonly event: string;
  /** The tries before this one. */
  readonly tries: number;
  readonly lease: string;
}

/** A delivery that was given up. */
export interface DeadDelivery {
  readonly id: string;
  readonly webhook: string;
  readonly event: string;
  /** The key of the record as JSON. */
  readonly recordId: string;
  readonly deadAt: string;
  readonly tries: number;
  readonly answer: string | null;
}

/** A delivery that was tried and is tried again. */
export interface FailingDelivery {
  readonly tries: number;
  readonly answer: string;
  readonly nextAt: string;
}

/** The maximum number of rows that one statement removes. */
const MAX_REMOVED = 1_000;

/** The number of characters of bodies after which another statement inserts the next rows: MariaDB takes 16 MB at once. */
const MAX_INSERTED = 1_000_000;

/**
 * The table of deliveries. Of each record, only the first delivery that has not ended has a time for its next try
 * (`nextat`). When it ends, it gives the turn to the next one. A delivery that joins the line marks the first one
 * (`waiting`), in the same transaction: both write the same row, so that on no database one can miss the other.
 */
export class Deliveries {
  readonly #rows: TableAccess;

  constructor(session: DatabaseSession, table: Entity) {
    this.#rows = new TableAccess(session, table);
  }

  /**
   * Adds deliveries at the ends of their records' lines. Runs in a transaction that has locked the webhook, because only
   * one at a time may add to its lines.
   * @throws {DatabaseError}
   */
  async add(webhook: string, drafts: readonly Draft[]): Promise<void> {
    const last = drafts.at(-1);
    if (last === undefined) return;
    const taken = await this.#joinLines(
      webhook,
      [...new Set(drafts.map(({ record }) => record))],
      last.place,
    );
    const at = timeAt();
    const rows = drafts.map(({ place, record, recordId: recordid, event, body }) => {
      const isFirst = !taken.has(record);
      taken.add(record);
      const isFollowed = isFirst && drafts.some((other) => other.place > place && other.record === record);
      const turn = { nextat: isFirst ? at : null, waiting: isFollowed ? last.place : null };
      const id = timeOrderedUuid(this.#rows.session.dialect);
      return { id, webhook, place, record, recordid, event, body, at, ...turn, tries: 0 };
    });
    for (let begin = 0; begin < rows.length;) {
      let [end, length] = [begin, 0];
      for (; end < rows.length && length < MAX_INSERTED; end++) length += rows[end]?.body.length ?? 0;
      await this.#rows.insert(rows.slice(begin, end));
      begin = end;
    }
  }

  /** Marks the first deliveries of the records' lines. @returns The records that have one. */
  async #joinLines(webhook: string, records: readonly string[], place: number): Promise<Set<string>> {
    const isOfThem = (names: readonly string[]) =>
      all(this.#rows.compare("webhook", "=", webhook), this.#rows.isOneOf("record", names));
    const first = await this.#rows.lock(all(isOfThem(records), this.#rows.compare("nextat", "<>", null)));
    const others = records.filter((record) => !first.some((row) => row["record"] === record));
    // The turn may have passed to another one while the first one was waited for.
    const passed = others.length === 0 ? [] : await this.#rows.lock(all(isOfThem(others), this.#isOpen));
    const heads = [...first, ...passed.filter(({ nextat }) => nextat !== null)];
    if (heads.length > 0) await this.#rows.update({ waiting: place }, this.#rows.these(heads));
    return new Set(heads.map(({ record }) => String(record)));
  }

  /** Not yet delivered, and not given up. */
  get #isOpen(): CheckedCondition {
    return this.#rows.has({ doneat: null, deadat: null });
  }

  /**
   * Takes deliveries whose time has come. No other server takes them before the lease ends.
   * @param leaseTime In milliseconds.
   * @throws {DatabaseError}
   */
  async claim(webhook: string, most: number, leaseTime: number): Promise<readonly ClaimedDelivery[]> {
    const isDue = (rows: TableAccess) =>
      all(rows.compare("webhook", "=", webhook), rows.compare("nextat", "<=", timeAt()));
    const found = await this.#rows.first(isDue(this.#rows), "nextat", most, { only: ["id"] });
    if (found.length === 0) return [];
    return this.#rows.session.transaction(async (transaction) => {
      const rows = this.#rows.within(transaction);
      const taken = await rows.lock(all(rows.these(found), isDue(rows)));
      const lease = randomUUID();
      const nextat = timeAt(Date.now() + leaseTime);
      if (taken.length > 0) await rows.update({ lease, nextat }, rows.these(taken));
      return taken.map((row) => toClaimed(row, lease));
    });
  }

  /**
   * Ends a delivery, and gives the turn to the next one of the record.
   * @returns Whether there is one.
   * @throws {DatabaseError}
   */
  end({ id, lease, tries }: ClaimedDelivery, isDone: boolean, answer: string): Promise<boolean> {
    return this.#rows.session.transaction(async (transaction) => {
      const rows = this.#rows.within(transaction);
      const isMine = rows.has({ id, lease });
      const [row] = await rows.lock(isMine);
      // The lease has ended, and another server has it.
      if (row === undefined) return false;
      const ended = isDone ? { doneat: timeAt() } : { deadat: timeAt() };
      await rows.update(
        { ...ended, nextat: null, waiting: null, lease: null, tries: tries + 1, answer },
        isMine,
      );
      return row["waiting"] !== null && (await passTurn(row, rows, this.#isOpen));
    });
  }

  /** Plans the next try. @param nextAt In milliseconds. @throws {DatabaseError} */
  async retry({ id, lease, tries }: ClaimedDelivery, nextAt: number, answer: string): Promise<void> {
    const values = { nextat: timeAt(nextAt), lease: null, tries: tries + 1, answer };
    await this.#rows.update(values, this.#rows.has({ id, lease }));
  }

  /** Gives a delivery back that was not tried to the end: any server may take it now. @throws {DatabaseError} */
  async giveBack({ id, lease }: ClaimedDelivery): Promise<void> {
    await this.#rows.update({ nextat: timeAt(), lease: null }, this.#rows.has({ id, lease }));
  }

  /** The deliveries that were given up, the oldest first. @throws {DatabaseError} */
  async dead(webhooks: readonly string[], most: number): Promise<readonly DeadDelivery[]> {
    const isDead = all(this.#rows.isOneOf("webhook", webhooks), this.#rows.compare("deadat", "<>", null));
    const only = ["id", "webhook", "event", "recordid", "deadat", "tries", "answer"];
    return (await this.#rows.first(isDead, "deadat", most, { only })).map(toDead);
  }

  /**
   * Puts a delivery that was given up back in its place of its record's line, with all of its tries. Runs in a
   * transaction that has locked the webhook.
   * @returns Whether it was one.
   * @throws {DatabaseError}
   */
  async resend(webhook: string, id: string): Promise<boolean> {
    const isIt = this.#rows.has({ id, webhook });
    const [row] = await this.#rows.lock(all(isIt, this.#rows.compare("deadat", "<>", null)));
    if (row === undefined) return false;
    const record = String(row["record"]);
    const taken = await this.#joinLines(webhook, [record], Number(row["place"]));
    const nextat = taken.has(record) ? null : timeAt();
    await this.#rows.update({ deadat: null, tries: 0, nextat }, isIt);
    return true;
  }

  /** The next one of those that are tried again. @throws {DatabaseError} */
  async failing(webhook: string): Promise<FailingDelivery | undefined> {
    const isTriedAgain = all(
      this.#rows.compare("webhook", "=", webhook),
      this.#rows.compare("nextat", "<>", null),
      this.#rows.compare("tries", ">", 0),
    );
    const [row] = await this.#rows.first(isTriedAgain, "nextat", 1, { only: ["tries", "answer", "nextat"] });
    return (
      row && { tries: Number(row["tries"]), answer: String(row["answer"]), nextAt: String(row["nextat"]) }
    );
  }

  /** The numbers of deliveries that wait or are under way, and of those given up. @throws {DatabaseError} */
  async count(webhook: string): Promise<{ readonly pending: number; readonly dead: number }> {
    const isOfIt = this.#rows.compare("webhook", "=", webhook);
    const dead = await this.#rows.count(all(isOfIt, this.#rows.compare("deadat", "<>", null)));
    return { pending: await this.#rows.count(all(isOfIt, this.#isOpen)), dead };
  }

  /** Removes deliveries that ended before these times, in milliseconds. @throws {DatabaseError} */
  async removeBefore(
    webhook: string,
    times: { readonly done: number; readonly dead: number },
  ): Promise<void> {
    for (const [name, time] of [
      ["doneat", times.done],
      ["deadat", times.dead],
    ] as const) {
      const isOld = all(
        this.#rows.compare("webhook", "=", webhook),
        this.#rows.compare(name, "<", timeAt(time)),
      );
      for (let removed = MAX_REMOVED; removed === MAX_REMOVED;) {
        const found = await this.#rows.first(isOld, name, MAX_REMOVED, { only: ["id"] });
        if (found.length === 0) break;
        removed = await this.#rows.delete(this.#rows.these(found));
      }
    }
  }
}

/** Gives the turn of an ended delivery to the next one of its record. Returns whether there is one. */
async function passTurn(ended: StoredRow, rows: TableAccess, isOpen: CheckedCondition): Promise<boolean> {
  const isOfRecord = all(
    rows.compare("webhook", "=", String(ended["webhook"])),
    rows.compare("record", "=", String(ended["record"])),
    isOpen,
  );
  const [next, further] = await rows.first(isOfRecord, "place", 2);
  if (next === undefined) return false;
  const waiting = further === undefined ? null : Number(further["place"]);
  await rows.update({ nextat: timeAt(), waiting }, rows.compare("id", "=", idOf(next)));
  return true;
}

function idOf(row: StoredRow): string {
  return String(row["id"]);
}

function toClaimed(row: StoredRow, lease: string): ClaimedDelivery {
  const { body, event, tries } = row;
  return { id: idOf(row), body: String(body), event: String(event), tries: Number(tries), lease };
}

function toDead(row: StoredRow): DeadDelivery {
  const { webhook, event, recordid, deadat, tries, answer } = row;
  return {
    id: idOf(row),
    webhook: String(webhook),
    event: String(event),
    recordId: String(recordid),
    deadAt: String(deadat),
    tries: Number(tries),
    answer: typeof answer === "string" ? answer : null,
  };
}

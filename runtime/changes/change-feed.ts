import type { DatabaseSession } from "../database/database-session.js";
import type { OutboxSettings } from "../model/model.js";
import type { ChangeFigures } from "../observe/metrics.js";
import type { OperatorWarning } from "../observe/operator-warning.js";
import type { LoggedChange, LogState } from "./change.js";
import { ChangeLog } from "./change-log.js";

/** How often old changes are removed and all are counted, in milliseconds. */
const CLEANING = 60_000;

/** Follows the changes of all servers. */
export interface ChangeListener {
  /**
   * Receives changes in order, in whole batches. `upTo` is the last of them. The next ones wait for it. `hasMore`:
   * whether they are there already.
   */
  readonly changed: (changes: readonly LoggedChange[], upTo: number, hasMore: boolean) => Promise<void>;
  /** Changes have been missed: they were removed, or the database is another one. */
  readonly missed: (now: LogState) => void;
  /** The number of open streams. */
  readonly streams?: number;
}

/** Runs after each look, before old changes are removed. Never rejects. */
type Watcher = (now: LogState) => Promise<void>;

interface FeedObserver {
  readonly reportFault: (error: unknown, message: string) => void;
  readonly warn: (warning: OperatorWarning) => void;
}

/** Reads the changes of all servers at intervals, and removes old ones. Each server has one. */
export class ChangeFeed {
  readonly log: ChangeLog;
  readonly #settings: OutboxSettings;
  readonly #observer: FeedObserver;
  readonly #listeners = new Set<ChangeListener>();
  readonly #watchers: Watcher[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The looks and what others do between them, one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #state: LogState | undefined;
  /** The number of looks that have begun, and of the last one that has ended well. */
  #looks = 0;
  #lastLook = 0;
  #completeAt = performance.now();
  #cleanedAt = -Infinity;
  /** Runs beside the looks: it may take long. `undefined` if it does not run. */
  #cleaning: Promise<void> | undefined;
  #kept: number | undefined;
  #isFailing = false;
  #isClosed = true;

  constructor(session: DatabaseSession, settings: OutboxSettings, observer: FeedObserver) {
    this.log = new ChangeLog(session, settings);
    this.#settings = settings;
    this.#observer = observer;
  }

  /** Begins to look for changes. Calling it again does nothing. */
  open(): void {
    if (!this.#isClosed) return;
    this.#isClosed = false;
    this.#completeAt = performance.now();
    this.#plan();
  }

  /** Stops. A look that is running ends before. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#last;
    await this.#cleaning;
    this.#state = undefined;
    this.#cleanedAt = -Infinity;
    this.#kept = undefined;
  }

  /** Passes changes on to the listener from the next look on. */
  listen(listener: ChangeListener): void {
    this.#listeners.add(listener);
  }

  /** For those who keep their own position among the changes. */
  watch(watcher: Watcher): void {
    this.#watchers.push(watcher);
  }

  unlisten(listener: ChangeListener): void {
    this.#listeners.delete(listener);
  }

  get figures(): ChangeFigures {
    let streams = 0;
    for (const listener of this.#listeners) streams += listener.streams ?? 0;
    return { kept: this.#kept, lag: (performance.now() - this.#completeAt) / 1000, streams };
  }

  /**
   * Runs `work` between two looks.
   * @param isNew Whether to have all changes up to now. Calls that wait together share a look. It is also looked for
   *   changes if it was not yet done.
   * @param work Receives the state up to which all changes have been passed on.
   * @throws {DatabaseError} and whatever `work` throws.
   */
  inTurn<T>(isNew: boolean, work: (state: LogState) => Promise<T>): Promise<T> {
    const asked = this.#looks;
    const running = this.#last.then(async () => {
      const state = this.#state;
      // Even if the work of many takes long, others get their changes in time.
      const isRecent = performance.now() - this.#completeAt < this.#settings.interval;
      const isCurrent = !isNew || (isRecent && this.#lastLook > asked);
      return work(isCurrent && state !== undefined ? state : await this.#look());
    });
    this.#last = running.catch(() => undefined);
    return running;
  }

  #plan(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      void this.#tick().finally(() => this.#plan());
    }, this.#settings.interval).unref();
  }

  async #tick(): Promise<void> {
    try {
      await this.inTurn(true, () => Promise.resolve());
      this.#isFailing = false;
    } catch (error) {
      // Once, however long the database is away.
      if (!this.#isFailing) this.#observer.reportFault(error, "reading changes failed");
      this.#isFailing = true;
    }
    if (!this.#isClosed && performance.now() - this.#cleanedAt >= CLEANING) {
      this.#cleanedAt = performance.now();
      this.#cleaning ??= this.#clean().finally(() => {
        this.#cleaning = undefined;
      });
    }
  }

  async #look(): Promise<LogState> {
    const look = ++this.#looks;
    // Creates the row that gives batches. There may be changes already, such as those of a seed.
    if (this.#state === undefined) await this.log.state();
    while (await this.log.giveBatch());
    const now = await this.log.state();
    const before = this.#state;
    if (
      before !== undefined &&
      (before.epoch !== now.epoch || before.batch < now.removed || now.batch < before.batch)
    )
      for (const listener of this.#listeners) listener.missed(now);
    else if (before !== undefined) await this.#pass(before.batch, now);
    this.#state = now;
    this.#lastLook = look;
    this.#completeAt = performance.now();
    for (const watcher of this.#watchers) await watcher(now);
    return now;
  }

  async #pass(after: number, now: LogState): Promise<void> {
    if (this.#listeners.size === 0) return;
    for (let passed = after; passed < now.batch;) {
      const upTo = await this.log.lastOf(passed, now.batch);
      const changes = await this.log.changes(passed, upTo);
      await Promise.all(
        [...this.#listeners].map((listener) => listener.changed(changes, upTo, upTo < now.batch)),
      );
      passed = upTo;
      // If a later part fails, the next look begins after this one.
      this.#state = { ...now, batch: passed };
    }
  }

  /** Never rejects. */
  async #clean(): Promise<void> {
    const { keepTime, alarmRows, table } = this.#settings;
    const before = new Date(Date.now() - keepTime).toISOString();
    try {
      while (!this.#isClosed && (await this.log.removeBefore(before)));
      if (this.#isClosed) return;
      this.#kept = await this.log.count();
    } catch (error) {
      if (!this.#isFailing) this.#observer.reportFault(error, "removing old changes failed");
      return;
    }
    if (this.#kept > alarmRows)
      this.#observer.warn({
        code: "many-changes",
        message: `The table "${table.table}" has ${this.#kept} changes, more than "changes.alarmRows" (${alarmRows}).`,
        members: { table: table.table },
      });
  }
}

import { randomUUID } from "node:crypto";
import { LOCK_TABLE } from "../../../../model/names.js";
import { pollLock } from "../../../schema/schema-lock.js";
import { sql } from "kysely";
import type { AnyKysely, Sql } from "../../../sql/sql.js";
import { DatabaseError } from "../../../wire/database-error.js";
import { isClustered } from "./mysql-cluster.js";
import { toDatabaseError } from "./mysql-errors.js";

const TABLE = sql.id(LOCK_TABLE);
const COLUMNS = "(id int primary key, owner char(36) not null, beat bigint not null, probe bigint not null)";

/** Error numbers (mariadb.com/kb/en/mariadb-error-codes/). */
const NO_TABLE = 1146;
const NO_RIGHT = new Set([1044, 1142]);

/** The milliseconds without a sign of the holder after which waiting servers probe a lock. */
const SILENCE = 10_000;
/** How often the holder renews the lock in that time. */
const SIGNS = 10;

/** A waiting server's view of the holder. */
interface HolderSign {
  readonly owner: string;
  readonly beat: string;
  /** By the clock of the lock. */
  readonly at: number;
  /** Whether a write of this server has succeeded since then. */
  readonly isProbed: boolean;
}

/**
 * Runs `work` while no server on another node of a cluster holds the lock: `get_lock` and row locks only apply to one
 * node. Outside of a cluster, nothing is locked.
 * @param patience How long to wait, in milliseconds.
 */
export async function aloneInCluster<T>(
  db: AnyKysely,
  connection: AnyKysely,
  patience: number,
  work: (connection: AnyKysely) => Promise<T>,
  onWait?: () => void,
): Promise<T> {
  if (!(await isClustered(connection))) return work(connection);
  const lock = new ClusterLock(db, connection);
  await pollLock(() => lock.tryTake(), patience, onWait);
  try {
    return await work(connection);
  } finally {
    await lock.giveBack();
  }
}

/**
 * A lock that the cluster replicates: a row, because only one of concurrent inserts is committed. The holder
 * increments a counter in it. Others measure its silence by their own clocks, so that clocks are never compared.
 */
export class ClusterLock {
  readonly #db: AnyKysely;
  readonly #connection: AnyKysely;
  readonly #silence: number;
  readonly #now: () => number;
  readonly #owner = randomUUID();
  #seen: HolderSign | undefined;
  #beating: NodeJS.Timeout | undefined;
  #isBeating = false;

  /**
   * @param db Has another connection, because the one of the holder is busy.
   * @param silence A holder that does not renew the lock for twice as many milliseconds loses it.
   * @param now A clock in milliseconds that is never set back.
   */
  constructor(
    db: AnyKysely,
    connection: AnyKysely,
    silence = SILENCE,
    now: () => number = () => performance.now(),
  ) {
    this.#db = db;
    this.#connection = connection;
    this.#silence = silence;
    this.#now = now;
  }

  async tryTake(): Promise<boolean> {
    try {
      if (!(await this.#insert()) && !(await this.#takeOver())) return false;
    } catch (error) {
      // Another node was faster.
      if (toDatabaseError(error).kind === "deadlock") return false;
      throw error;
    }
    this.#beating = setInterval(() => void this.#beat(), this.#silence / SIGNS).unref();
    return true;
  }

  async giveBack(): Promise<void> {
    clearInterval(this.#beating);
    // If the row stays, others see that it is no longer renewed.
    await sql`delete from ${TABLE} where id = 1 and owner = ${this.#owner}`
      .execute(this.#connection)
      .catch(() => undefined);
  }

  /** One at a time: with a small pool, renewals would wait for each other. */
  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    const sign = sql`update ${TABLE} set beat = beat + 1 where id = 1 and owner = ${this.#owner}`;
    await sign.execute(this.#db).catch(() => undefined);
    this.#isBeating = false;
  }

  async #insert(): Promise<boolean> {
    const insert = sql`insert ignore into ${TABLE} (id, owner, beat, probe) values (1, ${this.#owner}, 0, 0)`;
    try {
      return await this.#changes(insert);
    } catch (error) {
      const { errno } = error as { errno?: number };
      if (NO_RIGHT.has(errno ?? 0)) throw noRight(error);
      if (errno !== NO_TABLE) throw error;
    }
    // Only if it is missing, because users who only migrate rows may lack the right.
    try {
      await sql`create table if not exists ${TABLE} ${sql.raw(COLUMNS)}`.execute(this.#connection);
    } catch (error) {
      throw NO_RIGHT.has((error as { errno?: number }).errno ?? 0) ? noRight(error) : error;
    }
    return this.#changes(insert);
  }

  /** Takes over the lock from a holder that does not renew it. */
  async #takeOver(): Promise<boolean> {
    const { rows } = await sql<{ owner: string; beat: string | number }>`
      select owner, beat from ${TABLE} where id = 1`.execute(this.#connection);
    const [row] = rows;
    if (row === undefined) return false;
    const { owner } = row;
    const beat = String(row.beat);
    const now = this.#now();
    const seen = this.#seen;
    if (seen?.owner !== owner || seen.beat !== beat) {
      this.#seen = { owner, beat, at: now, isProbed: false };
      return false;
    }
    if (now - seen.at < this.#silence) return false;
    if (!seen.isProbed) {
      // A change of a table blocks all other writes of the cluster, also renewals by the holder. This write waits for
      // its end.
      await sql`update ${TABLE} set probe = probe + 1 where id = 1`.execute(this.#connection);
      this.#seen = { ...seen, at: this.#now(), isProbed: true };
      return false;
    }
    return this.#changes(
      sql`update ${TABLE} set owner = ${this.#owner}, beat = 0 where id = 1 and owner = ${owner} and beat = ${beat}`,
    );
  }

  async #changes(statement: Sql): Promise<boolean> {
    const { numAffectedRows = 0n } = await statement.execute(this.#connection);
    return numAffectedRows > 0n;
  }
}

function noRight(cause: unknown): DatabaseError {
  return new DatabaseError(
    "unknown",
    `The database is a Galera cluster, and its user may not use the table "${LOCK_TABLE}", by which servers on different nodes change tables one after the other. Create it with "create table ${LOCK_TABLE} ${COLUMNS}", and grant the user select, insert, update and delete on it`,
    { cause },
  );
}

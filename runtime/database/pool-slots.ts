import type { Driver } from "kysely";
import type { PoolSettings } from "../model/model.js";
import { DatabaseError } from "./database-error.js";
import { within } from "./patience.js";

type SlotSettings = Pick<PoolSettings, "max" | "maxQueue" | "waitTimeout">;

/**
 * The right to use one of the connections of a pool. There are as many as connections, so that nobody ever waits in the
 * driver's own queue; so many may wait for one, so long, and in the order in which they came.
 */
export class PoolSlots {
  readonly #settings: SlotSettings;
  readonly #waiting = new Set<() => void>();
  #inUse = 0;

  constructor(settings: SlotSettings) {
    this.#settings = settings;
  }

  /**
   * Runs `connect` when there is a slot; whoever gets a connection releases the slot after it.
   * @param giveBack What becomes of a connection that comes too late.
   * @param waitTimeout How long the slot and the connection may take together.
   * @throws {DatabaseError} `timeout`, at once where too many wait already.
   */
  async acquire<C>(
    connect: () => Promise<C>,
    giveBack: (connection: C) => unknown,
    waitTimeout = this.#settings.waitTimeout,
  ): Promise<C> {
    const begin = Date.now();
    await this.take(waitTimeout);
    const connecting = connect();
    let isTooLate = false;
    connecting.then(
      (connection) => {
        if (!isTooLate) return;
        giveBack(connection);
        this.release();
      },
      () => {
        this.release();
      },
    );
    return within(Math.max(1, begin + waitTimeout - Date.now()), connecting, () => {
      isTooLate = true;
      return noConnection(`No connection of the pool was free within ${waitTimeout} ms.`);
    });
  }

  /** To whoever has waited longest, if anybody does. */
  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#inUse--;
    else next();
  }

  /** Waits for a slot alone. @throws {DatabaseError} */
  take(waitTimeout = this.#settings.waitTimeout): Promise<void> | undefined {
    const { max, maxQueue } = this.#settings;
    if (this.#inUse < max) {
      this.#inUse++;
      return undefined;
    }
    if (this.#waiting.size >= maxQueue)
      throw noConnection(
        `All ${max} connections of the pool are in use, and ${maxQueue} requests wait for one.`,
      );
    return new Promise((resolve, reject) => {
      const take = () => {
        clearTimeout(timer);
        this.#waiting.delete(take);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(noConnection(`No connection of the pool was free within ${waitTimeout} ms.`));
      }, waitTimeout);
      this.#waiting.add(take);
    });
  }
}

function noConnection(message: string): DatabaseError {
  return new DatabaseError("timeout", message, { outcome: "notSent", reason: "noAnswer" });
}

/** The driver for queries of people's own, which takes its connections as everybody does. */
export function withSlots<D extends Driver>(driver: D, slots: PoolSlots): D {
  const acquire = driver.acquireConnection.bind(driver);
  const release = driver.releaseConnection.bind(driver);
  return Object.assign(driver, {
    acquireConnection: () => slots.acquire(acquire, release),
    releaseConnection: async (connection: Parameters<Driver["releaseConnection"]>[0]) => {
      try {
        await release(connection);
      } finally {
        slots.release();
      }
    },
  } satisfies Pick<Driver, "acquireConnection" | "releaseConnection">);
}

import type { Driver } from "kysely";
import type { PoolSettings } from "../../model/model.js";
import { DatabaseError } from "./database-error.js";
import { within } from "../../time/within.js";

type SlotSettings = Pick<PoolSettings, "max" | "maxQueue" | "waitTimeout">;

interface Waiting<C> {
  /** Whether it can go on with the connection of another request. */
  readonly takesConnection: boolean;
  readonly start: (connection?: C) => void;
}

/**
 * Limits the use of a pool's connections. There are as many slots as connections, so that no request waits in the
 * driver's own queue, which no driver limits in number and time. Waiting requests are limited in both, and served in
 * order of arrival.
 */
export class PoolSlots<C> {
  readonly #settings: SlotSettings;
  readonly #waiting = new Set<Waiting<C>>();
  #inUse = 0;

  constructor(settings: SlotSettings) {
    this.#settings = settings;
  }

  /**
   * Waits for a slot, and for a connection that is handed over or that `connect` returns. The caller must release the
   * slot after the connection.
   * @param giveBack Takes back a connection that arrives after the timeout.
   * @param waitTimeout The limit for waiting and connecting together.
   * @throws {DatabaseError} `timeout`, immediately if too many requests are waiting.
   */
  async acquire(
    connect: () => Promise<C>,
    giveBack: (connection: C) => unknown,
    waitTimeout = this.#settings.waitTimeout,
  ): Promise<C> {
    const begin = performance.now();
    const handedOver = await this.#take(waitTimeout, true);
    return handedOver ?? this.#connect(connect, giveBack, waitTimeout, begin);
  }

  /** The same for a connection of another kind. @throws {DatabaseError} */
  async acquireOther<D>(connect: () => Promise<D>, giveBack: (connection: D) => unknown): Promise<D> {
    const { waitTimeout } = this.#settings;
    const begin = performance.now();
    await this.#take(waitTimeout, false);
    return this.#connect(connect, giveBack, waitTimeout, begin);
  }

  #connect<D>(
    connect: () => Promise<D>,
    giveBack: (connection: D) => unknown,
    waitTimeout: number,
    begin: number,
  ): Promise<D> {
    const connecting = connect();
    let isTooLate = false;
    connecting.then(
      (connection) => {
        if (!isTooLate) return;
        giveBack(connection);
        this.release();
      },
      () => this.release(),
    );
    return within(Math.max(1, begin + waitTimeout - performance.now()), connecting, () => {
      isTooLate = true;
      return noConnection(`No connection of the pool was free within ${waitTimeout} ms.`);
    });
  }

  /** Whether any slot is taken. */
  get isInUse(): boolean {
    return this.#inUse > 0;
  }

  /** Passes the slot to the request that has waited longest, if any. */
  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#inUse--;
    else next.start();
  }

  /**
   * Passes the slot and its connection to the request that has waited longest, which costs less than a way through the
   * driver's pool. Returns false if there is none, or if it needs a connection of another kind.
   */
  handOver(connection: C): boolean {
    const [next] = this.#waiting;
    if (next?.takesConnection !== true) return false;
    next.start(connection);
    return true;
  }

  /** Waits for a slot. @throws {DatabaseError} */
  #take(waitTimeout: number, takesConnection: boolean): Promise<C | undefined> | undefined {
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
      const waiting: Waiting<C> = {
        takesConnection,
        start: (connection) => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve(connection);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(noConnection(`No connection of the pool was free within ${waitTimeout} ms.`));
      }, waitTimeout);
      this.#waiting.add(waiting);
    });
  }
}

function noConnection(message: string): DatabaseError {
  return new DatabaseError("timeout", message, { outcome: "notSent", reason: "noAnswer" });
}

/** Makes the driver for the user's own queries use the slots, and fail at once while the server does not answer. */
export function withSlots<D extends Driver>(
  driver: D,
  slots: Pick<PoolSlots<never>, "acquireOther" | "release">,
  server: { readonly connect: <T>(take: () => Promise<T>) => Promise<T> },
): D {
  const acquire = driver.acquireConnection.bind(driver);
  const release = driver.releaseConnection.bind(driver);
  return Object.assign(driver, {
    acquireConnection: () => slots.acquireOther(() => server.connect(acquire), release),
    releaseConnection: async (connection: Parameters<Driver["releaseConnection"]>[0]) => {
      try {
        await release(connection);
      } finally {
        slots.release();
      }
    },
  } satisfies Pick<Driver, "acquireConnection" | "releaseConnection">);
}

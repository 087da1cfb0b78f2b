import { createHash } from "node:crypto";
import type { Options, Store } from "express-rate-limit";
import type * as redis from "redis";
import type * as rateLimitRedis from "rate-limit-redis";
import { unlessLate, within } from "../../time/within.js";
import { loadOptional } from "../../errors/package-error.js";

/** How long a start waits for Redis, in milliseconds. Then it continues without Redis. */
const CONNECT_TIME = 2_000;
/** How long a request waits for Redis, and how long no more requests are sent after it did not answer. */
const ANSWER_TIME = 500;
const PAUSE = 1_000;
/** The maximum delay before the next attempt to connect. */
const MAX_RECONNECT_DELAY = 2_000;
/** How often an idle connection is pinged, and after what silence it is closed. */
const PING_INTERVAL = 5_000;
const SOCKET_TIMEOUT = 10_000;

type Client = Pick<redis.RedisClientType, "isReady" | "destroy"> & {
  readonly sendCommand: (command: string[]) => Promise<unknown>;
};

/** Counts that several servers share in a Redis. While it cannot be reached, every call fails at once. */
export class RedisCounts {
  readonly #url: string;
  readonly #prefix: string;
  readonly #warn: (message: string) => void;
  #client: Promise<Client> | undefined;
  #pausedUntil = 0;
  #isAway = false;

  /** @param prefix The key prefix of the servers that count together. */
  constructor(url: string, prefix: string, warn: (message: string) => void) {
    this.#url = url;
    this.#prefix = prefix;
    this.#warn = warn;
  }

  /**
   * Connects, or starts to. A lost connection is re-established automatically.
   * @throws {Error} If the packages are not installed.
   */
  async open(): Promise<void> {
    await load<typeof rateLimitRedis>("rate-limit-redis");
    await (this.#client ??= this.#connect());
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    client?.destroy();
  }

  /** A store for one kind of count. */
  store(name: string): Store {
    let windowMs = 0;
    let made: Promise<Store> | undefined;
    const make = async (): Promise<Store> => {
      const { RedisStore } = await load<typeof rateLimitRedis>("rate-limit-redis");
      const prefix = `${this.#prefix}${name}:`;
      const store = new RedisStore({ prefix, sendCommand: (...command) => this.#send(command) });
      await store.init({ windowMs } as Options);
      return store;
    };
    const store = () => (made ??= make());
    return {
      init: (options) => {
        ({ windowMs } = options);
      },
      increment: async (key) => (await store()).increment(key),
      get: async (key) => (await store()).get?.(key),
      decrement: async (key) => (await store()).decrement(key),
      resetKey: async (key) => (await store()).resetKey(key),
    };
  }

  async #connect(): Promise<Client> {
    const { createClient } = await load<typeof redis>("redis");
    const client = createClient({
      url: this.#url,
      disableOfflineQueue: true,
      pingInterval: PING_INTERVAL,
      socket: {
        connectTimeout: CONNECT_TIME,
        socketTimeout: SOCKET_TIMEOUT,
        reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, MAX_RECONNECT_DELAY),
      },
    });
    client.on("error", (error: unknown) => this.#lost(error));
    const ready = new Promise<void>((resolve) => {
      client.once("ready", resolve);
      client.once("error", () => resolve());
      client.connect().catch(() => undefined);
    });
    // An open connection does not show that a Redis answers on it.
    await unlessLate(CONNECT_TIME, ready, () => undefined);
    return client;
  }

  async #send(command: string[]): Promise<rateLimitRedis.RedisReply> {
    try {
      return await this.#ask(command);
    } catch (error) {
      const { message } = error as Error;
      if (!message.startsWith("NOSCRIPT")) this.#lost(error);
      // The store loads its scripts when it is created. Their hashes are known without Redis. If Redis is
      // back without the scripts, it answers NOSCRIPT.
      const [name, , script] = command;
      if (name === "SCRIPT" && script !== undefined) return createHash("sha1").update(script).digest("hex");
      throw error;
    }
  }

  async #ask(command: string[]): Promise<rateLimitRedis.RedisReply> {
    const client = await (this.#client ??= this.#connect());
    if (!client.isReady || performance.now() < this.#pausedUntil) throw new Error("no connection");
    const answer = await within(ANSWER_TIME, client.sendCommand(command), () => {
      this.#pausedUntil = performance.now() + PAUSE;
      return new Error("no answer");
    });
    this.#isAway = false;
    return answer as rateLimitRedis.RedisReply;
  }

  /** Warns once per outage. */
  #lost(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    const { code, message } = error as { readonly code?: string; readonly message?: string };
    this.#warn(
      `Redis, which counts for the rate limits, cannot be reached (${code ?? message ?? ""}): requests are not limited, and log-ins are refused.`,
    );
  }
}

function load<T>(name: string): Promise<T> {
  const packages = "redis rate-limit-redis";
  return loadOptional(name, "server.rateLimit.redis", () => import(name) as Promise<T>, packages);
}

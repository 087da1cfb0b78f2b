import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "./database/database.js";
import { unlessLate } from "./database/patience.js";
import { drain, listen } from "./http/server.js";
import type { Stage } from "./http/stage.js";
import type { ServerSettings } from "./model/server-settings.js";
import type { Logger } from "./observe/logger.js";

/** How long each thing that a server has opened may take to close, in milliseconds. */
const CLOSE_PATIENCE = 1_000;

/** How a server stops. */
export interface StopOptions {
  /**
   * For so many milliseconds the server says that it is not ready any more and still takes requests, so that balancers
   * stop sending them first. Default 0.
   */
  readonly delay?: number;
}

/** What a server opens beside its database, and has to close. */
interface Resource {
  readonly open?: () => unknown;
  readonly close: () => unknown;
}

/** Whom the lifecycle tells of what it meets. */
interface Reports {
  readonly log: Pick<Logger, "error">;
  readonly reportFault: (error: unknown, message: string) => void;
}

interface LifecycleParts {
  readonly database: Database;
  readonly settings: ServerSettings;
  /** Opened in this order before the database, and closed in the other after the last request has been answered. */
  readonly beside: readonly Resource[];
  readonly observation: Reports;
}

/** The times of a server: what it opens when it starts, and the order in which it lets go when it stops. */
export class Lifecycle {
  readonly #database: Database;
  readonly #settings: ServerSettings;
  readonly #beside: readonly Resource[];
  readonly #observation: Reports;
  #server: Server | undefined;
  #starting: Promise<unknown> = Promise.resolve();
  #stopping: Promise<void> | undefined;
  #isStopping = false;

  constructor({ database, settings, beside, observation }: LifecycleParts) {
    this.#database = database;
    this.#settings = settings;
    this.#beside = beside;
    this.#observation = observation;
  }

  /** Whether the server is on its way to its end, or has come there. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Asks clients of a server that is stopping not to come back on this connection. */
  readonly lastRequest: Stage = (_req, res, next) => {
    if (this.#isStopping) res.shouldKeepAlive = false;
    next();
  };

  /** @throws {Error} if the server runs, cannot start, or is stopped while it starts. */
  async start(createServer: () => Server, port: number): Promise<Server> {
    if (this.#stopping !== undefined) await this.#stopping;
    if (this.#server !== undefined) throw new Error("The server is running already.");
    const server = createServer();
    this.#server = server;
    this.#isStopping = false;
    const starting = this.#start(server, port);
    this.#starting = starting.catch(() => undefined);
    try {
      await starting;
    } catch (error) {
      server.close();
      // Whoever stops it has it closed.
      if (this.#isWanted(server)) await this.#close();
      throw error;
    }
    return server;
  }

  async #start(server: Server, port: number): Promise<void> {
    const { startsWithoutDatabase, host } = this.#settings;
    for (const resource of this.#beside) await resource.open?.();
    if (startsWithoutDatabase) await this.#database.openOrWait(this.#reportAway);
    else await this.#database.open();
    this.#checkWanted(server);
    await listen(server, port, host);
    this.#checkWanted(server);
  }

  #isWanted(server: Server): boolean {
    return this.#server === server && !this.#isStopping;
  }

  #checkWanted(server: Server): void {
    if (!this.#isWanted(server)) throw new Error("The server was stopped while it started.");
  }

  /** Whoever asks again waits for the same end. */
  stop({ delay = 0 }: StopOptions = {}): Promise<void> {
    this.#stopping ??= this.#stop(delay).finally(() => {
      this.#stopping = undefined;
    });
    return this.#stopping;
  }

  async #stop(delay: number): Promise<void> {
    this.#isStopping = true;
    const server = this.#server;
    if (server !== undefined && !server.listening) {
      // Nobody has been told of it yet, and what it waits for may never come.
      await this.#database.close();
      await unlessLate(CLOSE_PATIENCE, this.#starting, () => undefined);
    } else if (delay > 0) {
      await sleep(delay);
    }
    if (server?.listening === true) await drain(server, this.#settings.shutdownTimeout);
    await this.#close();
  }

  async #close(): Promise<void> {
    for (const resource of this.#beside.toReversed()) {
      const closing = Promise.resolve().then(() => resource.close());
      await unlessLate(CLOSE_PATIENCE, closing, () => undefined).catch((error: unknown) => {
        this.#observation.reportFault(error, "closing failed");
      });
    }
    await this.#database.close();
    this.#server = undefined;
  }

  /** What is worth a line and no more: it is said again with each attempt. */
  readonly #reportAway = (error: unknown): void => {
    this.#observation.log.error(`The database is away: ${(error as Error).message}`);
  };
}

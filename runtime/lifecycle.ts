import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "./database/database.js";
import { unlessLate } from "./time/within.js";
import { drain, listen } from "./http/server.js";
import type { Stage } from "./http/stage.js";
import type { ServerSettings } from "./model/settings/server-settings.js";
import type { Logger } from "./observe/logger.js";

/** How long each resource may take to close, in milliseconds. */
const CLOSE_PATIENCE = 1_000;

/** How a server stops. */
export interface StopOptions {
  /**
   * For this many milliseconds the server reports that it is not ready but still accepts requests, so that
   * load balancers stop sending them first. Default 0.
   */
  readonly delay?: number;
}

/** A resource that the server opens beside its database and has to close. */
interface Resource {
  readonly open?: () => unknown;
  readonly close: () => unknown;
  /** Ends answers that would not end by themselves, before the running requests are waited for. */
  readonly endAnswers?: () => unknown;
}

interface Reports {
  readonly log: Pick<Logger, "error">;
  readonly reportFault: (error: unknown, message: string) => void;
}

interface LifecycleParts {
  readonly database: Database;
  readonly settings: ServerSettings;
  /** Opened in this order before the database, and closed in reverse order after the last answer. */
  readonly beside: readonly Resource[];
  readonly observation: Reports;
}

/** The start and stop of a server: the order in which it opens and closes its resources. */
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

  /** Whether the server is stopping or has stopped. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Closes keep-alive connections after the answer while the server is stopping. */
  readonly lastRequest: Stage = (_req, res) => {
    if (this.#isStopping) res.shouldKeepAlive = false;
    return true;
  };

  /**
   * @param port `undefined` if the server does not listen.
   * @throws {Error} If the server is already running, cannot start, or is stopped while it starts.
   */
  async start(createServer: () => Server, port: number | undefined, host: string): Promise<Server> {
    if (this.#stopping !== undefined) await this.#stopping;
    if (this.#server !== undefined) throw new Error("The server is running already.");
    const server = createServer();
    this.#server = server;
    this.#isStopping = false;
    const starting = this.#start(server, port, host);
    this.#starting = starting.catch(() => undefined);
    try {
      await starting;
    } catch (error) {
      server.close();
      // If the server was stopped meanwhile, `stop` closes it.
      if (this.#isWanted(server)) await this.#close();
      throw error;
    }
    return server;
  }

  async #start(server: Server, port: number | undefined, host: string): Promise<void> {
    const { startsWithoutDatabase } = this.#settings;
    for (const resource of this.#beside) await resource.open?.();
    if (startsWithoutDatabase) await this.#database.openOrWait(this.#reportAway);
    else await this.#database.open();
    this.#checkWanted(server);
    if (port !== undefined) await listen(server, port, host);
    this.#checkWanted(server);
  }

  #isWanted(server: Server): boolean {
    return this.#server === server && !this.#isStopping;
  }

  #checkWanted(server: Server): void {
    if (!this.#isWanted(server)) throw new Error("The server was stopped while it started.");
  }

  /** Stops the server. Further calls meanwhile wait for the same end. */
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
      // The server is still starting: it has no clients yet, and the start may wait for something that never happens.
      await this.#database.close();
      await unlessLate(CLOSE_PATIENCE, this.#starting, () => undefined);
    } else if (delay > 0) {
      await sleep(delay);
    }
    for (const { endAnswers } of this.#beside) endAnswers?.();
    if (server?.listening === true) await drain(server, this.#settings.shutdownTimeout);
    await this.#close();
  }

  async #close(): Promise<void> {
    for (const resource of this.#beside.toReversed()) {
      const closing = Promise.resolve().then(() => resource.close());
      await unlessLate(CLOSE_PATIENCE, closing, () => undefined).catch((error: unknown) =>
        this.#observation.reportFault(error, "closing failed"),
      );
    }
    await this.#database.close();
    this.#server = undefined;
  }

  /** Logs one line without a stack, because it is repeated with each attempt. */
  readonly #reportAway = (error: unknown): void =>
    this.#observation.log.error(`The database is unavailable: ${(error as Error).message}`);
}

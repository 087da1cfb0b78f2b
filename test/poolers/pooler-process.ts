import { once } from "node:events";
import { rm } from "node:fs/promises";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseConfig } from "data-api";
import { ServerProcess } from "../replicas/processes.js";

/** How a pooler is started and stopped. */
export interface PoolerCommand {
  readonly program: string | undefined;
  readonly args: readonly string[];
  /** The signal that stops it at once, with all of its processes and connections. */
  readonly end: NodeJS.Signals;
}

/** A pooler that runs in a temporary folder. */
export class PoolerProcess {
  readonly port: number;
  readonly #folder: string;
  readonly #command: PoolerCommand;
  #process: ServerProcess | undefined;

  protected constructor(port: number, folder: string, command: PoolerCommand) {
    this.port = port;
    this.#folder = folder;
    this.#command = command;
  }

  /** The id of the process. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** The same database through the pooler. */
  through(database: DatabaseConfig, options: Partial<DatabaseConfig> = {}): DatabaseConfig {
    return { ...database, host: "127.0.0.1", port: this.port, encrypt: false, ...options };
  }

  async start(): Promise<void> {
    const { program, args } = this.#command;
    if (program === undefined) throw new Error("The pooler is not installed.");
    const started = new ServerProcess(undefined, program, args);
    this.#process = started;
    for (let attempt = 0; attempt < 3_000; attempt++) {
      if (started.hasEnded) break;
      if (await isListening(this.port)) return;
      await sleep(20);
    }
    throw new Error(`${program} does not start: ${started.log}`);
  }

  /** Stops it at once, with all connections. */
  async stop(): Promise<void> {
    await this.#process?.end(this.#command.end);
  }

  /** `SIGSTOP` freezes it: connections stay open, and nothing is answered until `SIGCONT`. */
  signal(signal: NodeJS.Signals): void {
    this.#process?.signal(signal);
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

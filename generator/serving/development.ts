import cluster, { type Worker } from "node:cluster";
import { styled } from "../colours.js";
import { shorten } from "../config/shorten.js";
import { watchProject } from "../watch/watch-project.js";
import { announce, type AnnouncedServer } from "./announce.js";
import { closeWhatDiesWithWorkers } from "./handed-over.js";
import type { StopHandler } from "./stop-signals.js";

/** Set for a worker that is to replace one that serves. */
export const REPLACES = "DATA_API_DEV_REPLACES";

/** Messages from a worker of `data-api dev`. */
export type DevelopmentMessage = { readonly kind: "serving"; readonly announced: AnnouncedServer };
/** Asks a worker to finish its requests and end. */
export interface StopMessage {
  readonly kind: "stop";
}

/** How many milliseconds the workers have to end after an interrupt. */
const PATIENCE = 1_000;
/** How many milliseconds a replaced worker has: more than the longest `server.shutdownTimeout`. */
const REPLACED_PATIENCE = 605_000;

/**
 * Serves in a worker process. On each change of the files another one starts, which shares the port. When it serves,
 * the former one finishes its requests and ends. If it cannot start, the former one goes on.
 */
export function develop(entries: readonly string[], stopping: StopHandler): void {
  closeWhatDiesWithWorkers();
  const development = new Development();
  const watcher = watchProject(entries, (changed) => development.restart(changed));
  stopping.stop = () => {
    watcher.close();
    development.stop();
  };
  development.start();
}

class Development {
  #serving: Worker | undefined;
  #starting: Worker | undefined;
  /** The last announcement, which is not repeated. */
  #announced = "";
  #isStopping = false;

  start(): void {
    const worker = cluster.fork(this.#serving === undefined ? {} : { [REPLACES]: "1" });
    this.#starting = worker;
    worker.on("message", (message: Partial<DevelopmentMessage> | undefined) => {
      if (message?.kind === "serving" && message.announced !== undefined)
        this.#serves(worker, message.announced);
    });
    worker.once("exit", () => {
      const { exitCode, signalCode } = worker.process;
      this.#ended(worker, signalCode ?? `exit code ${String(exitCode)}`);
    });
  }

  restart(changed: readonly string[]): void {
    if (this.#isStopping) return;
    const [first = "", ...others] = changed.map(shorten);
    const names = others.length === 0 ? first : `${first} and ${others.length} more`;
    report("dim", `${names} changed: starting again.`);
    const starting = this.#starting;
    this.#starting = undefined;
    starting?.process.kill("SIGKILL");
    this.start();
  }

  #serves(worker: Worker, announced: AnnouncedServer): void {
    if (worker === this.#starting) {
      const former = this.#serving;
      this.#serving = worker;
      this.#starting = undefined;
      if (former !== undefined) end(former, REPLACED_PATIENCE);
    } else if (worker !== this.#serving) return;
    const text = JSON.stringify(announced);
    if (text === this.#announced) report("green", "The new version serves.");
    else announce(announced);
    this.#announced = text;
  }

  #ended(worker: Worker, how: string): void {
    if (this.#isStopping) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
    } else if (worker === this.#starting) {
      this.#starting = undefined;
      const next = "Waiting for a change.";
      report("yellow", this.#serving === undefined ? next : `The former version goes on serving. ${next}`);
    } else if (worker === this.#serving) {
      this.#serving = undefined;
      this.#announced = "";
      report("red", `The server ended with ${how}. Waiting for a change.`);
    }
  }

  stop(): void {
    this.#isStopping = true;
    this.#starting?.process.kill("SIGKILL");
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    if (workers.length === 0) process.exit(0);
    for (const worker of workers) end(worker, PATIENCE);
  }
}

function end(worker: Worker, patience: number): void {
  if (worker.isConnected()) worker.send({ kind: "stop" } satisfies StopMessage, () => undefined);
  const late = setTimeout(() => worker.process.kill("SIGKILL"), patience);
  worker.once("exit", () => clearTimeout(late));
}

function report(style: Parameters<typeof styled>[0], text: string): void {
  process.stderr.write(`${styled(style, text, process.stderr)}\n`);
}

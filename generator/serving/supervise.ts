import cluster, { type Worker } from "node:cluster";
import { randomBytes } from "node:crypto";
import type { Config } from "../../runtime/config/config.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { dialectFacts } from "../../runtime/model/settings/dialect-facts.js";
import type { MetricsJson } from "../../runtime/index.js";
import { CommandError } from "../command-error.js";
import type { AnnouncedServer } from "./announce.js";
import { closeWhatDiesWithWorkers } from "./handed-over.js";
import { Questions } from "./questions.js";
import { endAfter, type StopHandler, type StopSignal } from "./stop-signals.js";
import { CURSOR_KEY, type SupervisorMessage, type WorkerMessage } from "./worker-messages.js";

const FIRST_DELAY = 1_000;
const MAX_DELAY = 32_000;
/** A worker that has served for this many milliseconds did not fail at start. */
const SETTLED = 60_000;
/** How many milliseconds a worker has to report its metrics. */
const COUNT_PATIENCE = 1_000;

/**
 * Starts the workers and replaces each that ends. After a stop, ends the process when all workers have ended.
 * Resolves to the shared address when all workers listen.
 * @throws {ConfigError}
 * @throws {CommandError} if the configuration does not allow several processes, or a worker cannot start.
 */
export async function supervise(
  config: Config,
  count: number,
  stopping: StopHandler,
): Promise<AnnouncedServer> {
  // Warnings are printed here once, and not by every worker.
  const { database, server, warnings } = resolveModel(config);
  for (const { message } of warnings) process.emitWarning(message, "ConfigWarning");
  if (dialectFacts[database.dialect].isFile && database.name === ":memory:")
    throw new CommandError(
      `Each worker would have a database ":memory:" of its own: name a file in "database.name", or serve without --workers.`,
    );
  cluster.setupPrimary({
    execArgv: [...process.execArgv, ...memoryFlags(), "--disable-warning=ConfigWarning"],
  });
  closeWhatDiesWithWorkers();
  const workers = new Workers(count);
  stopping.stop = (signal) => {
    endAfter((signal === "SIGTERM" ? server.shutdownDelay : 0) + server.shutdownTimeout);
    workers.stop(signal);
  };
  return workers.start();
}

/**
 * Node.js 24 lets new objects take four times the memory that Node.js 20 gives them, 100 MB of each worker under load,
 * and no request is faster for it.
 */
function memoryFlags(): readonly string[] {
  const given = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  return /semi[-_]space/.test(given) ? [] : ["--max-semi-space-size=16"];
}

class Workers {
  readonly #count: number;
  /** The same for all workers, including those that start later. */
  readonly #cursorKey = randomBytes(32).toString("base64url");
  /** The workers that listen, each with its start time. */
  readonly #serving = new Map<Worker, number>();
  readonly #counting = new Questions<MetricsJson>();
  /**
   * The last metrics of each worker, used if it is too busy to answer. Without them the sums would drop,
   * which looks like a restart.
   */
  readonly #lastFigures = new WeakMap<Worker, MetricsJson>();
  /** The signal that stopped the workers; `undefined` while they serve. */
  #stopSignal: StopSignal | undefined;
  #hasServed = false;
  #failures = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** @throws {CommandError} if a worker ends before all of them serve. */
  start(): Promise<AnnouncedServer> {
    return new Promise((resolve, reject) => {
      let failure: string | undefined;
      cluster.on("message", (worker, message: WorkerMessage) => {
        if (message.kind === "listening") {
          if (this.#stopSignal !== undefined) tell(worker, { kind: "stop", signal: this.#stopSignal });
        } else if (message.kind === "figures") {
          this.#lastFigures.set(worker, message.figures);
          this.#counting.answered(message.question, message.figures);
        } else if (message.kind === "gather") {
          const { question } = message;
          void this.#gather().then((figures) => tell(worker, { kind: "gathered", question, figures }));
        } else if (message.kind === "failed") {
          if (this.#hasServed) report(`A worker cannot start: ${message.message}`);
          else failure ??= message.message;
        } else {
          this.#serving.set(worker, Date.now());
          if (this.#serving.size < this.#count || this.#hasServed) return;
          this.#hasServed = true;
          resolve(message.announced);
        }
      });
      cluster.on("exit", (worker, exitCode, signal) => {
        const end = signal === "" ? `exit code ${exitCode}` : signal;
        if (this.#stopSignal !== undefined) {
          if (exitCode !== 0) process.exitCode = 1;
          this.#endWithTheLast();
        } else if (this.#hasServed) {
          this.#replace(worker, end);
        } else {
          process.exitCode = 1;
          this.stop("SIGINT");
          reject(new CommandError(failure ?? `A worker ended with ${end} before it served.`));
        }
      });
      for (let started = 0; started < this.#count; started++) this.#fork();
    });
  }

  /** The metrics of all workers. A worker that has never answered is left out. */
  async #gather(): Promise<readonly MetricsJson[]> {
    const counts = [...this.#serving.keys()].map(async (worker) => {
      const figures = await this.#counting.ask(COUNT_PATIENCE, (question) =>
        tell(worker, { kind: "count", question }),
      );
      return figures ?? this.#lastFigures.get(worker);
    });
    return (await Promise.all(counts)).filter((figures) => figures !== undefined);
  }

  #fork(): void {
    cluster.fork({ [CURSOR_KEY]: this.#cursorKey });
  }

  #replace(worker: Worker, end: string): void {
    const since = this.#serving.get(worker);
    this.#serving.delete(worker);
    if (since !== undefined && Date.now() - since >= SETTLED) this.#failures = 0;
    const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** this.#failures++);
    report(`A worker ended with ${end}. Another one starts in ${delay / 1_000} s.`);
    setTimeout(() => {
      if (this.#stopSignal === undefined) this.#fork();
    }, delay);
  }

  stop(signal: StopSignal): void {
    this.#stopSignal = signal;
    for (const worker of everyWorker()) tell(worker, { kind: "stop", signal });
    if (this.#hasServed) this.#endWithTheLast();
  }

  /** Ends the process when no worker is left, without waiting for a scheduled replacement. */
  #endWithTheLast(): void {
    if (everyWorker().length === 0) process.exit();
  }
}

function everyWorker(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function tell(worker: Worker, message: SupervisorMessage): void {
  // A worker that is ending does not need the message.
  if (worker.isConnected()) worker.send(message, () => undefined);
}

function report(text: string): void {
  process.stderr.write(`${text}\n`);
}

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Formatting } from "./files/format-text.js";

export interface Question {
  readonly id: number;
  readonly formatting: Formatting;
}

export type Answer = { readonly id: number } & (
  | { readonly text: string }
  | { readonly text?: never; readonly error: unknown }
);

interface Waiting {
  readonly length: number;
  readonly resolve: (text: string) => void;
  readonly reject: (error: unknown) => void;
}

/** More would wait for the thread that renders. */
const MOST = 8;
/** One thread on each core; none if there is only one. */
const count = availableParallelism() === 1 ? 0 : Math.min(availableParallelism(), MOST);
let threads: readonly FormatThread[] = [];

/** Starts the threads. Returns whether they run. */
export function startFormatThreads(): boolean {
  if (threads.length === 0) threads = Array.from({ length: count }, () => new FormatThread());
  return threads.length > 0;
}

export function areFormatThreadsRunning(): boolean {
  return threads.length > 0;
}

/** Formats on the thread that has the least to do. */
export async function formatOnThread(formatting: Formatting): Promise<string> {
  const [first, ...others] = threads;
  if (first === undefined) throw new Error("No thread runs.");
  return others.reduce((a, b) => (b.load < a.load ? b : a), first).format(formatting);
}

/** Ends the threads: they would keep their memory. */
export function endFormatThreads(): void {
  for (const thread of threads) thread.end();
  threads = [];
}

class FormatThread {
  readonly #worker = new Worker(new URL("../generator/format-worker.js", import.meta.url));
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  /** Why it has ended early, as for want of memory. */
  #failure: Error | undefined;
  /** The length of the texts that wait for it. */
  load = 0;

  constructor() {
    this.#worker.on("message", (answers: readonly Answer[]) => {
      for (const answer of answers) this.#take(answer);
    });
    this.#worker.on("error", (error) => {
      this.#failure = error;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  format(formatting: Formatting): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) throw this.#failure;
      const id = this.#asked++;
      const { length } = formatting.text;
      this.#waiting.set(id, { length, resolve, reject });
      this.load += length;
      this.#worker.postMessage({ id, formatting } satisfies Question);
    });
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    this.#waiting.delete(answer.id);
    this.load -= waiting.length;
    if (answer.text === undefined) waiting.reject(answer.error);
    else waiting.resolve(answer.text);
  }

  end(): void {
    void this.#worker.terminate();
  }
}

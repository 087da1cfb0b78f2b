import type { UserId } from "../../model/model.js";

/** How many messages a server sends at once, and how many may wait for it. */
const MAX_PARALLEL = 5;
const MAX_WAITING = 1_000;

/** How long a try may take, and how long the next one waits, in milliseconds. */
const MAX_TIME = 10_000;
const GAPS = [1_000, 10_000, 60_000];

/** A message to send. Each try runs it. */
interface QueuedMessage {
  readonly kind: string;
  readonly userId: UserId;
  readonly run: () => Promise<void>;
}

/**
 * Sends messages after the answer. It is in memory only: messages that wait are lost when the process ends, and users ask
 * for another.
 */
export class MessageQueue {
  readonly #warn: (message: string) => void;
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #isOpen = false;

  /** @param warn Logs what was not sent. Errors of the hook may name the address, so only their codes are logged. */
  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  readonly open = (): void => {
    this.#isOpen = true;
  };

  /** Gives up what waits for another try, and waits for the rest. */
  readonly close = async (): Promise<void> => {
    this.#isOpen = false;
    for (const timer of this.#retries) clearTimeout(timer);
    if (this.#retries.size > 0)
      this.#warn(`${this.#retries.size} messages to users were not sent, because the server stops.`);
    this.#retries.clear();
    this.#next();
    while (this.#running.size > 0) await Promise.race(this.#running);
  };

  /** A server that is not running, such as that of a command, sends nothing. */
  add(message: QueuedMessage): void {
    if (this.#isOpen) this.#add(message, 0);
  }

  #add(message: QueuedMessage, tries: number): void {
    if (this.#waiting.length + this.#retries.size >= MAX_WAITING) {
      this.#warn(`${named(message)} was not sent, because too many wait.`);
      return;
    }
    this.#waiting.push(() => this.#try(message, tries));
    // Later, so that the answer is sent first: its time must not depend on whether there is a message.
    setImmediate(this.#next);
  }

  readonly #next = (): void => {
    while (this.#running.size < MAX_PARALLEL) {
      const begin = this.#waiting.shift();
      if (begin === undefined) return;
      const running = begin().finally(() => {
        this.#running.delete(running);
        this.#next();
      });
      this.#running.add(running);
    }
  };

  async #try(message: QueuedMessage, tries: number): Promise<void> {
    try {
      await inTime(message.run());
    } catch (error) {
      const gap = GAPS[tries];
      const isLast = gap === undefined || !this.#isOpen;
      this.#warn(
        `${named(message)} was not sent at try ${tries + 1} (${codeOf(error)})${isLast ? " and is given up" : ""}.`,
      );
      if (isLast) return;
      const timer = setTimeout(() => {
        this.#retries.delete(timer);
        this.#add(message, tries + 1);
      }, gap);
      this.#retries.add(timer);
    }
  }
}

function named({ kind, userId }: QueuedMessage): string {
  return `The message "${kind}" to the user ${userId}`;
}

/** An error without its words, which may contain addresses. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  const isWord = (text: unknown): text is string => typeof text === "string" && /^\w{1,40}$/.test(text);
  return [code, name].find(isWord) ?? "unknown error";
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error(), { code: "TIMEOUT" })), MAX_TIME);
    // A hook that hangs must not keep the process.
    timer.unref();
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

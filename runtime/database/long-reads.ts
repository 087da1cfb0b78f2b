import { ApiError } from "../errors/api-error.js";

/**
 * Limits the reads that hold a connection until their client has read everything: at least half of the connections
 * are left for others.
 */
export class LongReads {
  readonly #max: number;
  #running = 0;

  /** @param connections The size of the pool. */
  constructor(connections: number) {
    this.#max = Math.max(1, Math.floor(connections / 2));
  }

  /** @throws {ApiError} `server-overloaded` if too many run already, and whatever `work` throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max) {
      const detail = `The server is sending ${this.#max} streams already. Try again in a moment.`;
      throw new ApiError("server-overloaded", detail, { headers: { "Retry-After": "1" } });
    }
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
    }
  }
}

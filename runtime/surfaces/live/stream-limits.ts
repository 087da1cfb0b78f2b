import type { Caller } from "../../access/caller.js";
import { ApiError } from "../../errors/api-error.js";
import type { ChangesSettings } from "../../model/settings/changes-settings.js";

/** Counts the open streams, in all and for each caller. */
export class StreamLimits {
  readonly #maxStreams: number;
  readonly #maxStreamsPerCaller: number;
  readonly #byCaller = new Map<string, number>();
  #count = 0;

  constructor({ maxStreams, maxStreamsPerCaller }: ChangesSettings, maxConnections: number) {
    this.#maxStreams = maxStreams ?? Math.ceil(maxConnections / 2);
    this.#maxStreamsPerCaller = maxStreamsPerCaller;
  }

  /**
   * Counts a stream.
   * @param address Anonymous callers count by it.
   * @returns The function that no longer counts it.
   * @throws {ApiError} `server-overloaded` or `too-many-requests` if there are too many.
   */
  take({ isAuthenticated, userId }: Caller, address: string): () => void {
    const name = isAuthenticated ? `user ${String(userId)}` : `address ${address}`;
    const own = this.#byCaller.get(name) ?? 0;
    const headers = { "Retry-After": "5" };
    if (this.#count >= this.#maxStreams)
      throw new ApiError("server-overloaded", "The server has too many open streams.", { headers });
    if (own >= this.#maxStreamsPerCaller)
      throw new ApiError(
        "too-many-requests",
        `A caller may have ${this.#maxStreamsPerCaller} open streams. Close one, or follow more records with one.`,
        { headers },
      );
    this.#count++;
    this.#byCaller.set(name, own + 1);
    return () => {
      this.#count--;
      const left = (this.#byCaller.get(name) ?? 1) - 1;
      if (left === 0) this.#byCaller.delete(name);
      else this.#byCaller.set(name, left);
    };
  }
}

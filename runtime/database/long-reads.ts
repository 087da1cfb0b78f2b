import { ApiError } from "../errors/api-error.js";

/**
 * Limits the reads that hold a connection until their client has read everything: at least half of the connections
 * are left for others.
 * @param connections The size of the pool.
 */
export function limitLongReads(connections: number) {
  const max = Math.max(1, Math.floor(connections / 2));
  let running = 0;
  /** @throws {ApiError} `server-overloaded` if too many run already, and whatever `work` throws. */
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) {
      const detail = `The server is sending ${max} streams already. Try again in a moment.`;
      throw new ApiError("server-overloaded", detail, { headers: { "Retry-After": "1" } });
    }
    running++;
    try {
      return await work();
    } finally {
      running--;
    }
  };
}

import type { Connection } from "./connection.js";

/** How long statements that were begun may use connections that were replaced, in milliseconds. */
const RETIREMENT = 5_000;

/** Connections that were replaced by others. Each is closed when what it has begun has had time to end. */
export class RetiredConnections {
  readonly #retired = new Set<Connection>();

  add(connection: Connection): void {
    this.#retired.add(connection);
    setTimeout(() => void this.#close(connection), RETIREMENT).unref();
  }

  /** Closes all of them at once. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#retired, (connection) => this.#close(connection)));
  }

  async #close(connection: Connection): Promise<void> {
    if (this.#retired.delete(connection)) await connection.close().catch(() => undefined);
  }
}

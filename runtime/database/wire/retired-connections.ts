import type { Connection } from "./connection.js";

/** How long running statements may use replaced connections, in milliseconds. */
const RETIREMENT = 5_000;

/** Connections that were replaced by others. Each is closed after its running statements have had time to end. */
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

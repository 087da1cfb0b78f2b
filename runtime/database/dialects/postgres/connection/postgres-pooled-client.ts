import type Pg from "pg";
import type { QueryAnswer, QueryClass } from "./postgres-begin.js";
import { setStatements, type SessionSetting } from "./postgres-session.js";

interface QueryConfig {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * The driver's client for a pooler that may give each transaction another connection of the server. Settings and
 * prepared statements do not carry over to the next transaction: so each transaction begins with the settings, and
 * nothing is prepared. PgBouncer itself keeps only a few settings for each client, and neither the timeouts nor
 * `bytea_output`. A statement alone is still one round trip, because all messages up to a `Sync`, and all statements
 * of one text, are one transaction (postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 */
export function pooledClient(pg: typeof Pg, settings: readonly SessionSetting[]): new () => Pg.Client {
  const statements = setStatements(settings, "local");
  const calls = settings.map(([name, value]) => `set_config('${name}', '${value}', true)`);
  const select = { name: "", text: `select ${calls.join(", ")}`, types: [] };

  /** A statement after the settings, if it begins a transaction. */
  class PooledQuery extends (pg.Query as unknown as QueryClass<QueryConfig>) {
    readonly #isFirst: () => boolean;
    /** How many of the next results are those of the settings. */
    #unread = 0;

    constructor(config: QueryConfig, isFirst: () => boolean, answer: QueryAnswer) {
      super(config, undefined, answer);
      this.#isFirst = isFirst;
    }

    override submit(connection: Pg.Connection): Error | null {
      if (!this.#isFirst()) return super.submit(connection);
      const { stream } = connection;
      // A text without values may have several statements, and only such a text can.
      if ((this.values ?? []).length === 0) {
        this.#unread = settings.length;
        this.text = `${statements}; ${this.text}`;
        return super.submit(connection);
      }
      this.#unread = 1;
      stream.cork();
      try {
        connection.parse(select, true);
        connection.bind({}, true);
        connection.execute({}, true);
        return super.submit(connection);
      } finally {
        stream.uncork();
      }
    }

    override handleRowDescription(message: object): void {
      if (this.#unread === 0) super.handleRowDescription(message);
    }

    override handleDataRow(message: object): void {
      if (this.#unread === 0) super.handleDataRow(message);
    }

    override handleCommandComplete(message: object, connection: Pg.Connection): void {
      if (this.#unread === 0) super.handleCommandComplete(message, connection);
      else this.#unread--;
    }
  }

  return class extends pg.Client {
    /** `I`: in no transaction (postgresql.org/docs/current/protocol-message-formats.html). */
    #status = "I";

    constructor(config?: Pg.ClientConfig) {
      super(config);
      this.connection.on("readyForQuery", ({ status }: { readonly status: string }) => {
        this.#status = status;
      });
    }

    /**
     * Runs one statement, or a text of several statements. Outside of a transaction, each is preceded by the settings.
     */
    override query(config: unknown, values?: unknown): never {
      const given = typeof config === "string" ? { text: config, values } : config;
      const result = new Promise((resolve, reject) => {
        const answer: QueryAnswer = (error, found) => {
          if (error instanceof Error) reject(error);
          else resolve(found);
        };
        // Earlier queries may still begin or end a transaction.
        const query = new PooledQuery(given as QueryConfig, () => this.#status === "I", answer);
        super.query(query);
      });
      // The type of the driver's method depends on the arguments.
      return result as never;
    }
  };
}

import type Pg from "pg";

/** The parts of the driver's `Query` that its type leaves out (pg/lib/query.js). */
export interface DriverQuery {
  text: string;
  readonly values?: readonly unknown[];
  submit(connection: Pg.Connection): Error | null;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Pg.Connection): void;
}

export type Answer = (error: unknown, result: unknown) => void;
export type QueryClass<Config> = new (config: Config, values: undefined, answer: Answer) => DriverQuery;

/** How a client runs a query. */
type Run = (query: Pg.QueryArrayConfig) => Promise<Pg.QueryArrayResult>;

/**
 * Begins transactions together with their first statement, which saves a round trip: the server reads both before it
 * answers, and leaves out the statement if it cannot begin
 * (postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 */
export class LateBegin {
  readonly #Query: new (config: Pg.QueryArrayConfig, begin: string, answer: Answer) => DriverQuery;
  /** The texts that each connection has prepared, under themselves as names. */
  readonly #prepared = new WeakMap<Pg.PoolClient, Set<string>>();
  /** The transactions that have not begun. */
  readonly #waiting = new WeakMap<Pg.PoolClient, string>();

  constructor(pg: typeof Pg) {
    this.#Query = beginningQuery(pg.Query as unknown as QueryClass<Pg.QueryArrayConfig>);
  }

  /** Begins a transaction, as late as it can. @param text `begin …` */
  async begin(client: Pg.PoolClient, text: string, run: Run): Promise<void> {
    const prepared = this.#prepared.get(client);
    if (prepared?.has(text) === true) {
      this.#waiting.set(client, text);
      return;
    }
    await run({ text, name: text, rowMode: "array" });
    if (prepared === undefined) this.#prepared.set(client, new Set([text]));
    else prepared.add(text);
  }

  /** Whether the transaction has not begun. If so, there is nothing to commit or to roll back. */
  forget(client: Pg.PoolClient): boolean {
    return this.#waiting.delete(client);
  }

  /** Begins the transaction now, if it has not begun. */
  async now(client: Pg.PoolClient, run: Run): Promise<void> {
    const text = this.#waiting.get(client);
    if (text === undefined) return;
    this.#waiting.delete(client);
    await run({ text, name: text, rowMode: "array" });
  }

  /** Begins the transaction, if it has not begun, and runs a query that the server has prepared or that has values. */
  query(client: Pg.PoolClient, config: Pg.QueryArrayConfig): Promise<Pg.QueryArrayResult> {
    const begin = this.#waiting.get(client);
    if (begin === undefined) return client.query(config);
    this.#waiting.delete(client);
    return new Promise((resolve, reject) => {
      const answer: Answer = (error, result) => {
        if (error instanceof Error) reject(error);
        else resolve(result as Pg.QueryArrayResult);
      };
      client.query(new this.#Query(config, begin, answer) as never);
    });
  }
}

/** A query after a statement that begins a transaction. */
function beginningQuery(Query: QueryClass<Pg.QueryArrayConfig>) {
  return class extends Query {
    readonly #begin: string;
    #hasBegun = false;

    constructor(config: Pg.QueryArrayConfig, begin: string, answer: Answer) {
      super(config, undefined, answer);
      this.#begin = begin;
    }

    override submit(connection: Pg.Connection): Error | null {
      const { stream } = connection;
      stream.cork();
      try {
        connection.bind({ statement: this.#begin }, true);
        connection.execute({}, true);
        return super.submit(connection);
      } finally {
        stream.uncork();
      }
    }

    override handleCommandComplete(message: object, connection: Pg.Connection): void {
      if (this.#hasBegun) super.handleCommandComplete(message, connection);
      else this.#hasBegun = true;
    }
  };
}

import type Pg from "pg";
import type { DatabaseError } from "../../../wire/database-error.js";
import { toDatabaseError } from "./postgres-errors.js";

/** The members of the driver's `Query` that are missing in its type (pg/lib/query.js). */
export interface DriverQuery {
  text: string;
  readonly values?: readonly unknown[];
  submit(connection: Pg.Connection): Error | null;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Pg.Connection): void;
}

export type QueryAnswer = (error: unknown, result: unknown) => void;
export type QueryClass<Config> = new (config: Config, values: undefined, answer: QueryAnswer) => DriverQuery;

/** How a client runs a query. */
type Run = (query: Pg.QueryArrayConfig) => Promise<Pg.QueryArrayResult>;

/**
 * Begins transactions together with their first statement, which saves a round trip: the server reads both before it
 * answers, and skips the statement if it cannot begin
 * (postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 */
export class LateBegin {
  readonly #Query: new (config: Pg.QueryArrayConfig, begin: string, answer: QueryAnswer) => BeginningQuery;
  /** The texts that each connection has prepared. The text is also the name. */
  readonly #prepared = new WeakMap<Pg.PoolClient, Set<string>>();
  /** The transactions that have not begun yet. */
  readonly #waiting = new WeakMap<Pg.PoolClient, string>();
  /** Settled when the transaction has begun, or has failed to begin. */
  readonly #beginning = new WeakMap<Pg.PoolClient, Promise<void>>();
  /**
   * Why transactions failed to begin: further statements must fail too, because each would be committed separately.
   */
  readonly #failed = new WeakMap<Pg.PoolClient, DatabaseError>();

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

  /**
   * Ends a transaction that has not begun. @returns Whether there is nothing to commit or to roll back.
   * @throws {DatabaseError} if it could not begin, for a commit, and if the connection can no longer be used.
   */
  end(client: Pg.PoolClient, command: "commit" | "rollback"): boolean {
    const error = this.#failed.get(client);
    if (error === undefined) return this.#waiting.delete(client);
    if (command === "commit" || error.endsConnection) throw error;
    return this.#failed.delete(client);
  }

  /** Begins the transaction now, if it has not begun. */
  async now(client: Pg.PoolClient, run: Run): Promise<void> {
    await this.#beginning.get(client);
    this.#checkBegun(client);
    const text = this.#waiting.get(client);
    if (text === undefined) return;
    this.#waiting.delete(client);
    await this.#begun(
      client,
      run({ text, rowMode: "array" }).catch((error: unknown) => {
        this.#fail(client, error);
        throw error;
      }),
    );
  }

  /** Begins the transaction, if it has not begun, and runs a query that the server has prepared or that has values. */
  query(client: Pg.PoolClient, config: Pg.QueryArrayConfig): Promise<Pg.QueryArrayResult> {
    const beginning = this.#beginning.get(client);
    if (beginning !== undefined) return beginning.then(() => this.query(client, config));
    this.#checkBegun(client);
    const begin = this.#waiting.get(client);
    if (begin === undefined) return client.query(config);
    this.#waiting.delete(client);
    const answered = new Promise<Pg.QueryArrayResult>((resolve, reject) => {
      const query = new this.#Query(config, begin, (error, result) => {
        if (error instanceof Error) {
          if (!query.hasBegun) this.#fail(client, error);
          reject(error);
        } else resolve(result as Pg.QueryArrayResult);
      });
      client.query(query as never);
    });
    return this.#begun(client, answered);
  }

  /** Makes other statements of the transaction wait until it has begun or failed to begin. */
  #begun<T>(client: Pg.PoolClient, answered: Promise<T>): Promise<T> {
    const known = () => {
      this.#beginning.delete(client);
    };
    this.#beginning.set(client, answered.then(known, known));
    return answered;
  }

  #fail(client: Pg.PoolClient, error: unknown): void {
    this.#failed.set(client, toDatabaseError(error));
  }

  #checkBegun(client: Pg.PoolClient): void {
    const error = this.#failed.get(client);
    if (error !== undefined) throw error;
  }
}

interface BeginningQuery extends DriverQuery {
  readonly hasBegun: boolean;
}

/** A query after a statement that begins a transaction. */
function beginningQuery(Query: QueryClass<Pg.QueryArrayConfig>) {
  return class extends Query implements BeginningQuery {
    readonly #begin: string;
    hasBegun = false;

    constructor(config: Pg.QueryArrayConfig, begin: string, answer: QueryAnswer) {
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
      if (this.hasBegun) super.handleCommandComplete(message, connection);
      else this.hasBegun = true;
    }
  };
}

import type { DatabaseConnection, Driver, TransactionSettings } from "kysely";

/** Kysely needs its driver immediately, but ours exists only once the database is open. */
export class LateDriver implements Driver {
  readonly #load: () => Promise<Driver>;
  readonly #ended: (() => Promise<void>) | undefined;

  /** @param ended Called after each use of a connection, because it may have written. */
  constructor(load: () => Promise<Driver>, ended?: () => Promise<void>) {
    this.#load = load;
    this.#ended = ended;
  }

  async init(): Promise<void> {
    await this.#load();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return (await this.#load()).acquireConnection();
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await (await this.#load()).beginTransaction(connection, settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (await this.#load()).commitTransaction(connection);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (await this.#load()).rollbackTransaction(connection);
  }

  async savepoint(...args: Parameters<NonNullable<Driver["savepoint"]>>): Promise<void> {
    await (await this.#load()).savepoint?.(...args);
  }

  async rollbackToSavepoint(...args: Parameters<NonNullable<Driver["rollbackToSavepoint"]>>): Promise<void> {
    await (await this.#load()).rollbackToSavepoint?.(...args);
  }

  async releaseSavepoint(...args: Parameters<NonNullable<Driver["releaseSavepoint"]>>): Promise<void> {
    await (await this.#load()).releaseSavepoint?.(...args);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await (await this.#load()).releaseConnection(connection);
    await this.#ended?.();
  }

  /** Does nothing: the connection belongs to the server, which closes it. */
  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

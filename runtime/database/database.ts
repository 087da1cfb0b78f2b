import { Kysely, type DatabaseConnection, type Driver, type TransactionSettings } from "kysely";
import type { Model } from "../model/model.js";
import type { AnyKysely, Awaitable, Connection, Dialect, Row, Statement } from "./dialect.js";

/**
 * The database behind a server: opened at start or by the first statement, once. It can be opened again after it
 * has been closed.
 */
export class Database {
  readonly dialect: Dialect;
  /** For queries of one's own; runs on the same connections as everything else. */
  readonly kysely: AnyKysely;
  readonly #model: Model;
  #connection: Connection | undefined;
  #opening: Promise<Connection> | undefined;

  constructor(model: Model, dialect: Dialect) {
    this.#model = model;
    this.dialect = dialect;
    this.kysely = new Kysely({
      dialect: {
        createAdapter: () => dialect.createAdapter(),
        createQueryCompiler: () => dialect.createQueryCompiler(),
        createIntrospector: (db: AnyKysely) => dialect.createIntrospector(db),
        createDriver: () => new LateDriver(async () => (await this.open()).driver),
      },
    });
  }

  /** Opens the database and makes sure that the tables are there. @throws {DatabaseError} */
  async open(): Promise<Connection> {
    this.#opening ??= this.#open();
    try {
      return await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async #open(): Promise<Connection> {
    const connection = await this.dialect.open(this.#model.database);
    try {
      await connection.ensureTables(this.#model.entities, this.kysely);
    } catch (error) {
      await connection.close();
      throw error;
    }
    this.#connection = connection;
    return connection;
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#connection = undefined;
    this.#opening = undefined;
    await (await opening?.catch(() => undefined))?.close();
  }

  /** @throws {DatabaseError} */
  rows(statement: Statement, args: readonly unknown[]): Awaitable<readonly Row[]> {
    const connection = this.#connection;
    const parameters = bind(statement, args);
    if (connection === undefined) return this.open().then((opened) => opened.rows(statement, parameters));
    return connection.rows(statement, parameters);
  }
}

function bind({ slots }: Statement, args: readonly unknown[]): readonly unknown[] {
  return slots.map((slot) => args[slot]);
}

/** Kysely makes its driver at once; ours is there only when the database is open. */
class LateDriver implements Driver {
  readonly #load: () => Promise<Driver>;

  constructor(load: () => Promise<Driver>) {
    this.#load = load;
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

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await (await this.#load()).releaseConnection(connection);
  }

  /** The connection belongs to the server, which closes it. */
  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

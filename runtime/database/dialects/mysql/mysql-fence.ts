import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import {
  Kysely,
  MysqlAdapter,
  MysqlDriver,
  MysqlIntrospector,
  MysqlQueryCompiler,
} from "../../sql/kysely.js";
import type { AnyKysely } from "../../sql/sql.js";
import { statementKind, type StatementKind } from "./mysql-statement-kind.js";

/**
 * Rejects if nothing may be changed any more.
 * @param connection The same connection, without the fence.
 */
type Confirm = (connection: AnyKysely, isInTransaction: boolean) => Promise<void>;

/**
 * Runs `work` with a connection that confirms, before each statement that may change something, that it still may.
 * Statements of a transaction are confirmed by its commit.
 */
export async function fenced<T>(
  connection: AnyKysely,
  confirm: Confirm,
  work: (connection: AnyKysely) => Promise<T>,
): Promise<T> {
  return connection.getExecutor().provideConnection((inner) => {
    const plain = kyselyOver(inner);
    return work(
      kyselyOver(new FencedConnection(inner, (isInTransaction) => confirm(plain, isInTransaction))),
    );
  });
}

function kyselyOver(connection: DatabaseConnection): AnyKysely {
  return new Kysely({
    dialect: {
      createAdapter: () => new MysqlAdapter(),
      createQueryCompiler: () => new MysqlQueryCompiler(),
      createIntrospector: (db) => new MysqlIntrospector(db),
      createDriver: () => new SingleDriver(connection),
    },
  });
}

/** What is open on a connection. */
type Open = "transaction" | "tables" | undefined;

/** These change nothing that stays, or leave it to a later commit. */
const HARMLESS: ReadonlySet<StatementKind> = new Set([
  "read",
  "begin",
  "rollback",
  "rollbackAndChain",
  "unlockTables",
]);
/** These commit an open transaction before they do anything else. */
const IMPLICIT_COMMITS: ReadonlySet<StatementKind> = new Set(["begin", "lockTables", "define"]);
const COMMITS: ReadonlySet<StatementKind> = new Set([...IMPLICIT_COMMITS, "commit", "commitAndChain"]);

class FencedConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #confirm: (isInTransaction: boolean) => Promise<void>;
  /**
   * To confirm writes to a row: in a transaction others would wait for it, and while other tables are locked the row
   * cannot be reached.
   */
  #open: Open;

  constructor(inner: DatabaseConnection, confirm: (isInTransaction: boolean) => Promise<void>) {
    this.#inner = inner;
    this.#confirm = confirm;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const kind = statementKind(query.sql);
    await this.#before(kind);
    const result = await this.#inner.executeQuery<R>(query);
    this.#open = openAfter(kind, this.#open);
    return result;
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    // Statements with rows open and end no transaction.
    await this.#before(statementKind(query.sql));
    yield* this.#inner.streamQuery<R>(query, chunkSize);
  }

  async #before(kind: StatementKind): Promise<void> {
    if (this.#open === "tables") return;
    const isInTransaction = this.#open === "transaction";
    if (isInTransaction ? COMMITS.has(kind) : !HARMLESS.has(kind)) await this.#confirm(isInTransaction);
    // The transaction has ended even if the statement fails.
    if (IMPLICIT_COMMITS.has(kind)) this.#open = undefined;
  }
}

function openAfter(kind: StatementKind, open: Open): Open {
  if (kind === "begin") return "transaction";
  if (kind === "lockTables") return "tables";
  if (open === "tables") return kind === "unlockTables" ? undefined : open;
  if (kind === "commitAndChain" || kind === "rollbackAndChain") return "transaction";
  return kind === "commit" || kind === "rollback" ? undefined : open;
}

/** Has one connection, which is not its own. */
class SingleDriver extends MysqlDriver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    super({ pool: () => Promise.reject(new Error("It has no pool.")) });
    this.#connection = connection;
  }

  override init(): Promise<void> {
    return Promise.resolve();
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  override releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  override destroy(): Promise<void> {
    return Promise.resolve();
  }
}

import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { kysely, Kysely, sql } from "../../../sql/kysely.js";
import type { AnyKysely } from "../../../sql/sql.js";
import { DatabaseError } from "../../../wire/database-error.js";
import { statementKind, UNFENCED, type StatementKind } from "./mysql-statement-kind.js";

/**
 * Rejects if changes are no longer allowed.
 * @param connection The same connection, without the fence.
 */
export type Confirm = (connection: AnyKysely, open: Open) => Promise<void>;

/**
 * Runs `work` with a connection that confirms the lock before each statement that may change something. A transaction
 * is confirmed by its commit.
 */
export async function fenced<T>(
  connection: AnyKysely,
  confirm: Confirm,
  work: (connection: AnyKysely) => Promise<T>,
): Promise<T> {
  return connection.getExecutor().provideConnection((inner) => {
    const plain = kyselyOver(inner);
    return work(kyselyOver(new FencedConnection(inner, (open) => confirm(plain, open))));
  });
}

function kyselyOver(connection: DatabaseConnection): AnyKysely {
  return new Kysely({
    dialect: {
      createAdapter: () => new kysely.MysqlAdapter(),
      createQueryCompiler: () => new kysely.MysqlQueryCompiler(),
      createIntrospector: (db) => new kysely.MysqlIntrospector(db),
      createDriver: () => new SingleDriver(connection),
    },
  });
}

/** The open state of a connection: a transaction, or table locks. */
export type Open = "transaction" | "tables" | undefined;

/** These change nothing permanently, or only at a later commit. */
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
  readonly #confirm: (open: Open) => Promise<void>;
  /** A confirmation writes to a row: in a transaction, others would wait for it. */
  #open: Open;

  constructor(inner: DatabaseConnection, confirm: (open: Open) => Promise<void>) {
    this.#inner = inner;
    this.#confirm = confirm;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const kind = statementKind(query.sql);
    await this.#before(kind, query);
    const result = await this.#inner.executeQuery<R>(query);
    this.#open = openAfter(kind, this.#open);
    return result;
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    // Statements that return rows neither open nor end a transaction.
    await this.#before(statementKind(query.sql), query);
    yield* this.#inner.streamQuery<R>(query, chunkSize);
  }

  async #before(kind: StatementKind, query: CompiledQuery): Promise<void> {
    if (UNFENCED.has(kind)) throw unfenced(query.sql);
    if (this.#open === "transaction") {
      if (COMMITS.has(kind)) await this.#confirmCommit(kind);
    } else if (!HARMLESS.has(kind)) await this.#confirm(this.#open);
    // The transaction has ended even if the statement fails.
    if (IMPLICIT_COMMITS.has(kind) && this.#open === "transaction") this.#open = undefined;
  }

  async #confirmCommit(kind: StatementKind): Promise<void> {
    try {
      await this.#confirm("transaction");
    } catch (error) {
      // A read-only transaction has nothing to commit, but the statement that ends it may change something
      // afterwards.
      if ((error as { errno?: number }).errno !== READ_ONLY_TRANSACTION) throw error;
      if (kind !== "define" && kind !== "lockTables") return;
      await sql`rollback`.execute(kyselyOver(this.#inner));
      await this.#confirm(undefined);
    }
  }
}

/** mariadb.com/kb/en/e1792/ */
const READ_ONLY_TRANSACTION = 1792;

function unfenced(text: string): DatabaseError {
  return new DatabaseError(
    "unknown",
    `"${text.length > 60 ? `${text.slice(0, 60)} …` : text}" is not allowed while tables change in a Galera cluster, where each commit confirms that no other server has taken over the lock. Leave out "autocommit" and "wsrep_on"`,
  );
}

function openAfter(kind: StatementKind, open: Open): Open {
  if (kind === "begin") return "transaction";
  if (kind === "lockTables") return "tables";
  if (open === "tables") return kind === "unlockTables" ? undefined : open;
  if (kind === "commitAndChain" || kind === "rollbackAndChain") return "transaction";
  return kind === "commit" || kind === "rollback" ? undefined : open;
}

/** A driver with one connection, which belongs to others. */
class SingleDriver extends kysely.MysqlDriver {
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

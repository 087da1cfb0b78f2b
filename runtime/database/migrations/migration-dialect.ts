import type { TableDialect } from "../schema/schema-dialect.js";
import type { AnyKysely, Sql } from "../sql/sql.js";
import type { DatabaseError } from "../wire/database-error.js";
import type { MigrationStatement, MigrationStep } from "./migration.js";
import type { StatementRisks } from "./rating/rating.js";
import type { ScriptSyntax, ScriptToken } from "./scripts/script-tokens.js";

/** The parts of a dialect that only migrations use. A server without them starts without loading these. */
export interface MigrationTools {
  readonly script: ScriptSyntax;
  readonly risks: StatementRisks;
  readonly applying: ApplyingSyntax;
  /** The shadow databases for checks. Absent if a database is a file. */
  readonly shadow?: ShadowSyntax;
}

/** The parts of a dialect that migrations need, with its tools still to be loaded. */
export interface MigratedDialect extends TableDialect {
  /** Converts a driver error. */
  readonly toDatabaseError: (error: unknown) => DatabaseError;
  readonly loadMigrationTools: () => Promise<MigrationTools>;
}

export interface MigrationDialect extends MigratedDialect, MigrationTools {}

export async function withMigrationTools<D extends MigratedDialect>(dialect: D): Promise<D & MigrationTools> {
  return { ...dialect, ...(await dialect.loadMigrationTools()) };
}

/** How a database applies migrations. */
export interface ApplyingSyntax {
  /**
   * Runs `work` on one connection while no other server applies migrations or changes tables. Opens no
   * transaction. The lock ends with the connection.
   * @param onWait Called once if another server has the lock.
   */
  readonly exclusively: <T>(
    db: AnyKysely,
    work: (connection: AnyKysely) => Promise<T>,
    onWait: () => void,
  ) => Promise<T>;
  /** Runs these steps of a migration in a transaction, on a connection. */
  readonly transaction: <T>(
    connection: AnyKysely,
    steps: readonly MigrationStep[],
    work: (transaction: AnyKysely) => Promise<T>,
  ) => Promise<T>;
  /**
   * Whether a statement can be rolled back, and so run in a transaction with others. Absent if all can.
   * @param first Its first word.
   */
  readonly isUndone?: (first: string) => boolean;
  /** Runs a statement. Absent if executing it is sufficient for all statements. */
  readonly runStatement?: (db: AnyKysely, statement: MigrationStatement) => Promise<void>;
  /** The database user, if the database has users. */
  readonly user?: Sql;
  /** Removes leftovers of an earlier attempt of a statement outside transactions. */
  readonly beforeRepeat?: (db: AnyKysely, tokens: readonly ScriptToken[]) => Promise<void>;
  /** The meaning of an error: the object exists already, it is already dropped, or a right is missing. */
  readonly findings: (error: unknown) => Finding | undefined;
}

export type Finding = "there" | "gone" | "noRight";

/** The findings by the codes of errors. */
export function findingTable<Code>(
  codes: Readonly<Record<Finding, readonly Code[]>>,
): ReadonlyMap<Code, Finding> {
  const listed = Object.entries(codes) as [Finding, readonly Code[]][];
  return new Map(listed.flatMap(([finding, all]) => all.map((code) => [code, finding] as const)));
}

/** How to remove a database that was created for a check, and what scripts know about databases. */
export interface ShadowSyntax {
  /** Also if it is in use, or was never created. */
  readonly drop: (name: string) => readonly Sql[];
  /** How a script can access other databases of the server. */
  readonly databaseNames: DatabaseNames;
  /** The statement that gives a user the right to create one. */
  readonly right: string;
}

/** How SQL names databases other than that of the connection. */
export interface DatabaseNames {
  /**
   * The minimum number of parts in a table's name that includes the database. With 2, a schema is a database, and its
   * tables would not be in the shadow database. `Infinity` if no table of another database can be named.
   */
  readonly parts: number;
  /** First words of statements that select another database, or execute a text that may name one. */
  readonly words: readonly string[];
  /** The words for databases in `create`, `drop` and `alter`. */
  readonly kinds: readonly string[];
  /** First parts of names that exist in each database. In lower case. */
  readonly known: readonly string[];
  /** Whether `exec` executes texts. */
  readonly runsTexts?: boolean;
}

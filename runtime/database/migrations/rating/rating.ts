import type { Risk } from "../migration.js";
import type { Action, ActionKind } from "./action.js";
import type { KnownTables } from "./known-tables.js";
import type { StatementReader } from "./statement-reader.js";

/** A risk of a statement, with its reason. */
export interface RatedRisk {
  readonly risk: Risk;
  /** One sentence. */
  readonly why: string;
  /** The SQL or the way that avoids it, if there is one. */
  readonly safer?: string | undefined;
}

/** What the statement is rated for. */
export interface RatingContext {
  readonly server: ServerVersion;
  readonly tables: KnownTables;
  readonly isOutsideTransaction: boolean;
}

export interface ServerVersion {
  /** `PostgreSQL`, `MariaDB` */
  readonly product: string;
  readonly version: readonly number[];
  /** Whether it has what only the larger edition of SQL Server has. */
  readonly isEnterprise?: boolean;
}

/**
 * One row of a dialect's table of risks. All rows that fit an action count. An action that no row is about is not
 * judged.
 */
export interface RiskRule {
  readonly on: readonly ActionKind[];
  readonly when?: (action: Action, context: RatingContext) => boolean;
  /** Empty for what is known to be harmless. `{table}` and `{name}` stand for those of the action. */
  readonly risks: readonly RatedRisk[];
}

/** How a database rates statements. */
export interface StatementRisks {
  readonly rules: readonly RiskRule[];
  /** What is assumed if the server is not known: statements are rated for each, and the worst counts. */
  readonly assumed: readonly ServerVersion[];
  /** The server's product and version from the row of `query`. */
  readonly version: {
    readonly query: string;
    readonly parse: (row: Readonly<Record<string, unknown>>) => ServerVersion;
  };
  /** Makes a session refuse to write. Absent if the database is opened so, or cannot. */
  readonly readOnly?: string;
  /** The function that counts the characters of a text. */
  readonly length: string;
  /** Set if a unique index holds one null at most. */
  readonly hasUniqueNulls?: true;
  /** The risks that options of the statement exclude, because the server refuses it instead. */
  readonly excluded?: (statement: StatementReader) => readonly Risk[];
  /** Set if one statement may follow another without a semicolon. */
  readonly hasOptionalSemicolons?: true;
  /**
   * Whether locks are held until the transaction ends, so that a table that one statement has locked against reads
   * stays locked during the statements after it.
   */
  readonly locksUntilCommit?: (action: Action) => boolean;
}

/** Whether the server is at least of this version. */
export function isAtLeast({ version }: ServerVersion, ...wanted: readonly number[]): boolean {
  for (const [index, number] of wanted.entries()) {
    const given = version[index] ?? 0;
    if (given !== number) return given > number;
  }
  return true;
}

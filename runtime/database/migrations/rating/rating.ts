import type { Risk } from "../migration.js";
import type { Action, ActionKind } from "./action.js";
import type { KnownTables } from "./known-tables.js";
import type { StatementReader } from "./statement-reader.js";

/** A risk of a statement, with its reason. */
export interface RatedRisk {
  readonly risk: Risk;
  readonly why: string;
  /** The SQL or the procedure that avoids it, if there is one. */
  readonly safer?: string | undefined;
}

/** The server for which a statement is rated. */
export interface RatingContext {
  readonly server: ServerVersion;
  readonly tables: KnownTables;
  readonly isOutsideTransaction: boolean;
}

export interface ServerVersion {
  /** `PostgreSQL`, `MariaDB` */
  readonly product: string;
  readonly version: readonly number[];
  /** Whether it has the features of SQL Server's Enterprise edition. */
  readonly isEnterprise?: boolean;
}

/**
 * One row of a dialect's table of risks. All rows that match an action count. An action without a matching row is not
 * judged.
 */
export interface RiskRule {
  readonly on: ActionKind | readonly ActionKind[];
  readonly when?: (action: Action, context: RatingContext) => boolean;
  /** Empty for what is known to be harmless. `{table}` and `{name}` stand for those of the action. */
  readonly risks: readonly RatedRisk[];
}

/** How a database rates statements. */
export interface StatementRisks {
  readonly rules: readonly RiskRule[];
  /** The servers to assume if the server is unknown: statements are rated for each, and the worst rating counts. */
  readonly assumed: readonly ServerVersion[];
  /** The server's product and version from the row of `query`. */
  readonly version: {
    readonly query: string;
    readonly parse: (row: Readonly<Record<string, unknown>>) => ServerVersion;
  };
  /** Makes a session read-only. Absent if the database is opened read-only, or does not support it. */
  readonly readOnly?: string;
  /** The function that counts the characters of a text. */
  readonly length: string;
  /** Whether a unique index accepts one null at most. */
  readonly hasUniqueNulls?: true;
  /** The risks that the statement's options exclude, because the server rejects the statement instead. */
  readonly excluded?: (statement: StatementReader) => readonly Risk[];
  /** Whether statements may follow each other without a semicolon. */
  readonly hasOptionalSemicolons?: true;
  /**
   * Whether locks are held until the transaction ends, so that a table stays locked against reads during later
   * statements.
   */
  readonly locksUntilCommit?: (action: Action) => boolean;
}

export function isAtLeast({ version }: ServerVersion, ...wanted: readonly number[]): boolean {
  for (const [index, number] of wanted.entries()) {
    const given = version[index] ?? 0;
    if (given !== number) return given > number;
  }
  return true;
}

import type { ConnectReason } from "./connect-reasons.js";

/**
 * What went wrong in the database, in words of our own. Drivers' numbers are taken to one of these by each dialect;
 * drivers' texts stay in `cause`.
 */
export type FaultKind =
  | "unique"
  | "foreignKey"
  | "notNull"
  | "tooLong"
  | "outOfRange"
  | /** A rule that somebody has given the table does not hold. */ "check"
    /** A trigger or rule in the database refused the write. */
  | "refused"
  | "deadlock"
  | "timeout"
  | "connection"
  | "unknown";

/** What became of a statement that failed: it was never sent, the database undid it, or nobody knows. */
export type Outcome = "notSent" | "undone" | "unknown";

/** In how many seconds it is worth to try again what failed for a full disk: somebody has to make room first. */
export const FULL_DISK_PATIENCE = 30;

export interface DatabaseErrorOptions {
  /** Default `undone`. */
  readonly outcome?: Outcome;
  /** Whether the same may well succeed in a moment. Default false. */
  readonly isTransient?: boolean;
  /** The constraint that the fault is about, where the database names only that. */
  readonly constraint?: string | undefined;
  /** The columns that the fault is about, where the database says so; SQLite puts the table in front. */
  readonly columns?: readonly string[];
  /** The table that the fault is about, where the database says so. */
  readonly table?: string | undefined;
  /** The entity whose statement it was, once that is known. */
  readonly entity?: string | undefined;
  /** Why there is no connection, where it is known what to do about it. */
  readonly reason?: ConnectReason | undefined;
  /** In how many seconds it is worth to try again. Default 1. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly kind: FaultKind;
  readonly columns: readonly string[];
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly entity: string | undefined;
  readonly outcome: Outcome;
  readonly isTransient: boolean;
  readonly reason: ConnectReason | undefined;
  readonly retryAfter: number;

  constructor(kind: FaultKind, message: string, options: DatabaseErrorOptions = {}) {
    const { columns = [], constraint, outcome = "undone", isTransient = false, reason, cause } = options;
    const { retryAfter = 1, table, entity } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.columns = columns;
    this.constraint = constraint;
    this.table = table;
    this.entity = entity;
    this.outcome = outcome;
    this.isTransient = isTransient;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  /** The same fault, where more is known of what became of the statement. */
  withOutcome(outcome: Outcome): DatabaseError {
    return new DatabaseError(this.kind, this.message, { ...this.#known, outcome });
  }

  /** The same fault, of a statement of this entity. */
  withEntity(entity: string): DatabaseError {
    return new DatabaseError(this.kind, this.message, { ...this.#known, entity });
  }

  get #known(): DatabaseErrorOptions {
    const { columns, constraint, table, entity, outcome, isTransient, reason, retryAfter, cause } = this;
    return { columns, constraint, table, entity, outcome, isTransient, reason, retryAfter, cause };
  }

  /** The columns as one text, for the log. */
  get column(): string | undefined {
    return this.columns.length === 0 ? undefined : this.columns.join(", ");
  }

  /** Whether the connection on which it happened is of no more use. */
  get endsConnection(): boolean {
    return this.kind === "connection" || this.kind === "unknown" || this.outcome === "unknown";
  }
}

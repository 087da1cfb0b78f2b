import { dialectFacts } from "../../model/settings/dialect-facts.js";
import type { ConnectReason } from "./connect-reasons.js";

/**
 * The kinds of database faults. Each dialect maps its driver's error codes to them; the driver's text stays in `cause`.
 */
export type FaultKind =
  | "unique"
  | "foreignKey"
  | "notNull"
  | "tooLong"
  | /** The transaction is too large for the database. */ "tooLarge"
  | "outOfRange"
  | /** The write violates a check constraint of the table. */ "check"
  /** A trigger or rule in the database refused the write. */
  | "refused"
  /** The database cannot compare a column in this way. */
  | "unsupported"
  /** The statement selects more columns, or joins more tables, than the database can. */
  | "tooWide"
  | /** A table or column of the statement does not exist, or no longer exists. */ "missing"
  | "deadlock"
  | "timeout"
  | "connection"
  | "unknown";

/** The outcome of a failed statement: it was never sent, it was undone, or the outcome is unknown. */
export type Outcome = "notSent" | "undone" | "unknown";

/** How long to wait before a retry, in seconds, if an operator has to act first, for example to free space. */
export const OPERATOR_PATIENCE = 30;

export interface DatabaseErrorOptions {
  /** Default: `undone`. */
  readonly outcome?: Outcome;
  /** Whether a retry is likely to succeed. Default: false. */
  readonly isTransient?: boolean;
  /** Whether the server or the transaction is read-only. Default: false. */
  readonly takesNoWrites?: boolean;
  /** The violated constraint, if the database names only that. */
  readonly constraint?: string | undefined;
  /** The affected columns, if the database names them. SQLite prefixes them with the table. */
  readonly columns?: readonly string[];
  /** The affected table, if the database names it. */
  readonly table?: string | undefined;
  /** The entity of the failed statement, once it is known. */
  readonly entity?: string | undefined;
  /** The reason for a failed connection, if a remedy is known. */
  readonly reason?: ConnectReason | undefined;
  /** The seconds to wait before a retry. Default: 1. */
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
  readonly takesNoWrites: boolean;

  constructor(kind: FaultKind, message: string, options: DatabaseErrorOptions = {}) {
    const { columns = [], constraint, outcome = "undone", isTransient = false, reason, cause } = options;
    const { retryAfter = 1, table, entity, takesNoWrites = false } = options;
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
    this.takesNoWrites = takesNoWrites;
  }

  /** The same error with other facts. */
  with(facts: Pick<DatabaseErrorOptions, "outcome" | "entity" | "constraint">): DatabaseError {
    const { kind, message, cause, ...known } = this;
    return new DatabaseError(kind, message, { ...known, cause, ...facts });
  }

  /** The message with the words of the database, for the operator; `undefined` if the message is not a code. */
  get databaseWords(): string | undefined {
    const { message, cause } = this;
    const isCode = Object.values(dialectFacts).some(({ title }) => message.startsWith(`${title}: `));
    return isCode && cause instanceof Error
      ? `${cause.message.replace(/[.\s]*$/, "")} (${message}).`
      : undefined;
  }

  /** The columns as one text, for the log. */
  get column(): string | undefined {
    return this.columns.length === 0 ? undefined : this.columns.join(", ");
  }

  /** Whether the connection on which it happened must be discarded. */
  get endsConnection(): boolean {
    return this.kind === "connection" || this.kind === "unknown" || this.outcome === "unknown";
  }
}

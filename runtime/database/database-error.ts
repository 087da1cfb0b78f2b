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
  | "deadlock"
  | "timeout"
  | "connection"
  | "unknown";

export interface DatabaseErrorOptions {
  /** The columns that the fault is about, where the database says so. */
  readonly columns?: readonly string[];
  readonly cause?: unknown;
}

export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly kind: FaultKind;
  readonly columns: readonly string[];

  constructor(kind: FaultKind, message: string, { columns = [], cause }: DatabaseErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.columns = columns;
  }
}

import {
  DatabaseError,
  OPERATOR_PATIENCE,
  type DatabaseErrorOptions,
  type FaultKind,
} from "../../../wire/database-error.js";

/** Faults by SQLite's extended result codes (sqlite.org/rescode.html), as better-sqlite3 names them. */
const kinds: Readonly<Record<string, FaultKind>> = {
  SQLITE_CONSTRAINT_UNIQUE: "unique",
  SQLITE_CONSTRAINT_PRIMARYKEY: "unique",
  SQLITE_CONSTRAINT_ROWID: "unique",
  SQLITE_CONSTRAINT_FOREIGNKEY: "foreignKey",
  SQLITE_CONSTRAINT_TRIGGER: "refused",
  SQLITE_CONSTRAINT_NOTNULL: "notNull",
  SQLITE_CONSTRAINT_CHECK: "check",
  SQLITE_CONSTRAINT_DATATYPE: "outOfRange",
  SQLITE_MISMATCH: "outOfRange",
  SQLITE_TOOBIG: "tooLong",
};

/** Faults by primary result code, for all of its extensions. */
const families: readonly (readonly [string, FaultKind])[] = [
  ["SQLITE_BUSY", "timeout"],
  ["SQLITE_LOCKED", "timeout"],
  ["SQLITE_PROTOCOL", "timeout"],
  ["SQLITE_CANTOPEN", "connection"],
  ["SQLITE_IOERR", "connection"],
  ["SQLITE_FULL", "connection"],
  ["SQLITE_READONLY", "connection"],
];

export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code = "", message } = error as { code?: string; message: string };
  const missing = code === "SQLITE_ERROR" ? missingName(message) : undefined;
  const kind = isRestricted(code, message)
    ? "foreignKey"
    : missing !== undefined
      ? "missing"
      : (kinds[code] ?? families.find(([family]) => code.startsWith(family))?.[1] ?? "unknown");
  return new DatabaseError(kind, `SQLite: ${code === "" ? "no code" : code}`, {
    cause: error,
    // After a failed write to the file, its content is unknown.
    ...(code.startsWith("SQLITE_IOERR") && { outcome: "unknown" }),
    ...((code === "SQLITE_FULL" || kind === "missing") && { retryAfter: OPERATOR_PATIENCE }),
    isTransient: kind === "timeout",
    columns: columnsOf(message),
    ...(kind === "check" && { constraint: /^CHECK constraint failed: (.+)$/s.exec(message)?.[1] }),
    ...missing,
  });
}

/** SQLite reports `on delete restrict` as a trigger. Only the message distinguishes it from a user's trigger. */
function isRestricted(code: string, message: string): boolean {
  return code === "SQLITE_CONSTRAINT_TRIGGER" && message === "FOREIGN KEY constraint failed";
}

/** Only the message names a table or column that does not exist. */
function missingName(message: string): Pick<DatabaseErrorOptions, "columns" | "table"> | undefined {
  const [, table, column] =
    /^(?:no such table: (.+)|no such column: "?(.+?)"?(?: - .+)?)$/s.exec(message) ??
    /^table (.+) has no column named (.+)$/s.exec(message) ??
    [];
  return table === undefined && column === undefined
    ? undefined
    : { table, columns: column === undefined ? [] : [column] };
}

/**
 * SQLite names the columns only in the message: `UNIQUE constraint failed: blogpost.title, blogpost.day`, and
 * in strict tables `cannot store TEXT value in INTEGER column blogpost.views`.
 */
function columnsOf(message: string): readonly string[] {
  const [, constrained, strict] =
    /^(?:(?:UNIQUE|NOT NULL) constraint failed: (.+)|cannot store \w+ value in \w+ column (.+))$/s.exec(
      message,
    ) ?? [];
  const list = constrained ?? strict ?? "";
  return list === "" ? [] : list.split(", ");
}

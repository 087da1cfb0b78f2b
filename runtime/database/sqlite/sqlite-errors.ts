import { DatabaseError, FULL_DISK_PATIENCE, type FaultKind } from "../database-error.js";

/** By SQLite's extended result codes (sqlite.org/rescode.html), as better-sqlite3 names them. */
const kinds: Readonly<Record<string, FaultKind>> = {
  SQLITE_CONSTRAINT_UNIQUE: "unique",
  SQLITE_CONSTRAINT_PRIMARYKEY: "unique",
  SQLITE_CONSTRAINT_ROWID: "unique",
  SQLITE_CONSTRAINT_FOREIGNKEY: "foreignKey",
  SQLITE_CONSTRAINT_TRIGGER: "refused",
  SQLITE_CONSTRAINT_NOTNULL: "notNull",
  SQLITE_CONSTRAINT_CHECK: "outOfRange",
  SQLITE_CONSTRAINT_DATATYPE: "outOfRange",
  SQLITE_MISMATCH: "outOfRange",
  SQLITE_TOOBIG: "tooLong",
};

/** By the primary result code, for every extension of it. */
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
  const kind = isRestricted(code, message)
    ? "foreignKey"
    : (kinds[code] ?? families.find(([family]) => code.startsWith(family))?.[1] ?? "unknown");
  return new DatabaseError(kind, `SQLite: ${code === "" ? "no code" : code}`, {
    cause: error,
    // Nobody knows what is in a file that could not be written.
    ...(code.startsWith("SQLITE_IOERR") && { outcome: "unknown" }),
    ...(code === "SQLITE_FULL" && { retryAfter: FULL_DISK_PATIENCE }),
    isTransient: kind === "timeout",
    columns: kind === "unique" ? columnsOf(message) : [],
  });
}

/** `on delete restrict` is a trigger to SQLite, and only its words tell it from one of somebody's own. */
function isRestricted(code: string, message: string): boolean {
  return code === "SQLITE_CONSTRAINT_TRIGGER" && message === "FOREIGN KEY constraint failed";
}

/** SQLite tells the columns only in its text: `UNIQUE constraint failed: blogpost.title, blogpost.day`. */
function columnsOf(message: string): readonly string[] {
  const list = /^UNIQUE constraint failed: (.+)$/s.exec(message)?.[1] ?? "";
  return list === "" ? [] : list.split(", ");
}

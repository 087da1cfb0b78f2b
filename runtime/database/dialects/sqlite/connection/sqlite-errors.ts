import { DatabaseError, type DatabaseErrorOptions } from "../../../wire/database-error.js";
import { faultTable, lasting, transient, type Fault } from "../../../wire/fault-table.js";

/**
 * Faults by SQLite's result codes (sqlite.org/rescode.html), as better-sqlite3 names them. A primary code applies to
 * its extended codes too.
 */
const faults = faultTable<string>([
  ["unique", {}, "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID"],
  ["foreignKey", {}, "SQLITE_CONSTRAINT_FOREIGNKEY"],
  ["notNull", {}, "SQLITE_CONSTRAINT_NOTNULL"],
  // A virtual table, such as an R*Tree, has rules of its own.
  ["check", {}, "SQLITE_CONSTRAINT_CHECK", "SQLITE_CONSTRAINT"],
  ["tooLong", {}, "SQLITE_TOOBIG"],
  ["outOfRange", {}, "SQLITE_CONSTRAINT_DATATYPE", "SQLITE_MISMATCH"],
  ["refused", {}, "SQLITE_CONSTRAINT_TRIGGER"],
  // Another process has changed the tables more often than the statement could be prepared again.
  ["deadlock", transient, "SQLITE_SCHEMA"],
  ["timeout", transient, "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL", "SQLITE_NOMEM"],
  ["timeout", {}, "SQLITE_INTERRUPT"],
  ["connection", {}, "SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH"],
  // After a failed write to the file, its content is unknown.
  ["connection", { outcome: "unknown" }, "SQLITE_IOERR"],
  ["connection", lasting, "SQLITE_FULL"],
]);

export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code = "", message } = error as { code?: string; message: string };
  const [kind, options]: Fault = faultOfText(code, message) ??
    faults.get(code) ??
    faults.get(primaryOf(code)) ?? ["unknown"];
  return new DatabaseError(kind, `SQLite: ${code === "" ? "no code" : code}`, {
    columns: columnsOf(message),
    ...(kind === "check" && { constraint: /^CHECK constraint failed: (.+)$/s.exec(message)?.[1] }),
    ...options,
    cause: error,
  });
}

/** `SQLITE_BUSY` of `SQLITE_BUSY_SNAPSHOT`. */
function primaryOf(code: string): string {
  return code.split("_", 2).join("_");
}

/** Classifies errors whose code is too general. */
function faultOfText(code: string, message: string): Fault | undefined {
  // SQLite reports `on delete restrict` as a trigger. Only the message distinguishes it from a user's trigger.
  if (code === "SQLITE_CONSTRAINT_TRIGGER" && message === "FOREIGN KEY constraint failed")
    return ["foreignKey"];
  if (code !== "SQLITE_ERROR") return undefined;
  const missing = missingName(message);
  if (missing !== undefined) return ["missing", { ...lasting, ...missing }];
  return ofMessage.find(([words]) => words.test(message))?.[1];
}

/** The faults that share one code, and that values and triggers can cause. */
const ofMessage: readonly (readonly [RegExp, Fault])[] = [
  // In the expression of a check, an index or a computed column: `date('now')` is known by its value only.
  [/^(?:malformed JSON|bad JSON path|JSON cannot hold BLOB values|integer overflow)\b/, ["outOfRange"]],
  [/^non-deterministic use of /, ["outOfRange"]],
  [/^LIKE or GLOB pattern too complex$/, ["tooLong"]],
  // sqlite.org/limits.html
  [/^(?:at most \d+ tables in a join|too many columns in result set)$/, ["tooWide"]],
  [/^(?:too many levels of trigger recursion|cannot modify .+ because it is a view)$/, ["refused"]],
  [/^(?:table .+ may not be modified|cannot (?:INSERT into|UPDATE) generated column )/, ["refused"]],
  // What a trigger, a check or an index names.
  [/^(?:no such (?:function|module|collation sequence): |unknown function: )/, ["missing", lasting]],
  [/^foreign key mismatch - /, ["missing", lasting]],
];

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

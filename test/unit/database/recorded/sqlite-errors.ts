import type { RecordedError } from "./recorded-error.js";

function error(code: string, message: string): RecordedError[1] {
  return { name: "SqliteError", message, code };
}

/** Errors as they were thrown by better-sqlite3 12. Names and values are made up. */
const thrown: readonly RecordedError[] = [
  [
    "more tables than a join can have",
    error("SQLITE_ERROR", "at most 64 tables in a join"),
    { kind: "tooWide" },
  ],
  [
    "more columns than a result can have",
    error("SQLITE_ERROR", "too many columns in result set"),
    { kind: "tooWide" },
  ],
  [
    "unique",
    error("SQLITE_CONSTRAINT_UNIQUE", "UNIQUE constraint failed: owner.name"),
    { kind: "unique", columns: ["owner.name"] },
  ],
  [
    "unique over two columns",
    error("SQLITE_CONSTRAINT_UNIQUE", "UNIQUE constraint failed: item.title, item.day"),
    { kind: "unique", columns: ["item.title", "item.day"] },
  ],
  [
    "primary key",
    error("SQLITE_CONSTRAINT_PRIMARYKEY", "UNIQUE constraint failed: owner.id"),
    { kind: "unique", columns: ["owner.id"] },
  ],
  [
    "primary key of two columns",
    error("SQLITE_CONSTRAINT_PRIMARYKEY", "UNIQUE constraint failed: keyed.a, keyed.b"),
    { kind: "unique", columns: ["keyed.a", "keyed.b"] },
  ],
  [
    "foreign key on insert",
    error("SQLITE_CONSTRAINT_FOREIGNKEY", "FOREIGN KEY constraint failed"),
    { kind: "foreignKey" },
  ],
  [
    "foreign key on update",
    error("SQLITE_CONSTRAINT_FOREIGNKEY", "FOREIGN KEY constraint failed"),
    { kind: "foreignKey" },
  ],
  [
    "foreign key on delete",
    error("SQLITE_CONSTRAINT_FOREIGNKEY", "FOREIGN KEY constraint failed"),
    { kind: "foreignKey" },
  ],
  [
    "not null",
    error("SQLITE_CONSTRAINT_NOTNULL", "NOT NULL constraint failed: item.title"),
    { kind: "notNull", columns: ["item.title"] },
  ],
  [
    "check",
    error("SQLITE_CONSTRAINT_CHECK", "CHECK constraint failed: length(title)<5"),
    { kind: "check", constraint: "length(title)<5" },
  ],
  ["text as the key", error("SQLITE_MISMATCH", "datatype mismatch"), { kind: "outOfRange" }],
  [
    "text in a strict table",
    error("SQLITE_CONSTRAINT_DATATYPE", "cannot store TEXT value in INTEGER column strict_t.a"),
    { kind: "outOfRange", columns: ["strict_t.a"] },
  ],
  [
    "no table",
    error("SQLITE_ERROR", "no such table: nope"),
    { kind: "missing", table: "nope", retryAfter: 30 },
  ],
  [
    "no column",
    error("SQLITE_ERROR", "no such column: nope"),
    { kind: "missing", columns: ["nope"], retryAfter: 30 },
  ],
  ["syntax", error("SQLITE_ERROR", 'near "selec": syntax error'), { kind: "unknown" }],
  ["too big", error("SQLITE_TOOBIG", "string or blob too big"), { kind: "tooLong" }],
  [
    "locked by another connection",
    error("SQLITE_BUSY", "database is locked"),
    { kind: "timeout", isTransient: true },
  ],
  [
    "changed since it was read",
    error("SQLITE_BUSY_SNAPSHOT", "database is locked"),
    { kind: "timeout", isTransient: true },
  ],
  ["read-only", error("SQLITE_READONLY", "attempt to write a readonly database"), { kind: "connection" }],
  ["no file", error("SQLITE_CANTOPEN", "unable to open database file"), { kind: "connection" }],
  [
    "no folder",
    { name: "TypeError", message: "Cannot open database because the directory does not exist" },
    { kind: "unknown" },
  ],
  ["no database", error("SQLITE_NOTADB", "file is not a database"), { kind: "unknown" }],
  ["disk full", error("SQLITE_FULL", "database or disk is full"), { kind: "connection", retryAfter: 30 }],
  ["corrupt", error("SQLITE_CORRUPT", "database disk image is malformed"), { kind: "unknown" }],
  ["raise() of a trigger", error("SQLITE_CONSTRAINT_TRIGGER", "no"), { kind: "refused" }],
  [
    "on delete restrict",
    error("SQLITE_CONSTRAINT_TRIGGER", "FOREIGN KEY constraint failed"),
    { kind: "foreignKey" },
  ],
  ["closed", { name: "TypeError", message: "The database connection is not open" }, { kind: "unknown" }],
];

/** Errors that are hard to provoke, from the documentation: sqlite.org/rescode.html. */
const documented: readonly RecordedError[] = [
  [
    "recovery by another connection",
    error("SQLITE_BUSY_RECOVERY", "database is locked"),
    { kind: "timeout", isTransient: true },
  ],
  [
    "locked in a shared cache",
    error("SQLITE_LOCKED_SHAREDCACHE", "database table is locked"),
    { kind: "timeout", isTransient: true },
  ],
  ["a race for a lock", error("SQLITE_PROTOCOL", "locking protocol"), { kind: "timeout", isTransient: true }],
  [
    "a disk that fails",
    error("SQLITE_IOERR_FSYNC", "disk I/O error"),
    { kind: "connection", outcome: "unknown" },
  ],
  [
    "a file that was moved",
    error("SQLITE_READONLY_DBMOVED", "attempt to write a readonly database"),
    { kind: "connection" },
  ],
];

export const sqliteErrors: readonly RecordedError[] = [...thrown, ...documented];

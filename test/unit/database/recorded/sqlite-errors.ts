import type { RecordedError } from "./recorded-error.js";

/** Errors as they were thrown by better-sqlite3 12. Names and values are made up. */
const thrown: readonly RecordedError[] = [
  [
    "more tables than a join can have",
    { name: "SqliteError", message: "at most 64 tables in a join", code: "SQLITE_ERROR" },
    { kind: "tooWide" },
  ],
  [
    "more columns than a result can have",
    { name: "SqliteError", message: "too many columns in result set", code: "SQLITE_ERROR" },
    { kind: "tooWide" },
  ],
  [
    "unique",
    {
      name: "SqliteError",
      message: "UNIQUE constraint failed: owner.name",
      code: "SQLITE_CONSTRAINT_UNIQUE",
    },
    { kind: "unique", columns: ["owner.name"] },
  ],
  [
    "unique over two columns",
    {
      name: "SqliteError",
      message: "UNIQUE constraint failed: item.title, item.day",
      code: "SQLITE_CONSTRAINT_UNIQUE",
    },
    { kind: "unique", columns: ["item.title", "item.day"] },
  ],
  [
    "primary key",
    {
      name: "SqliteError",
      message: "UNIQUE constraint failed: owner.id",
      code: "SQLITE_CONSTRAINT_PRIMARYKEY",
    },
    { kind: "unique", columns: ["owner.id"] },
  ],
  [
    "primary key of two columns",
    {
      name: "SqliteError",
      message: "UNIQUE constraint failed: keyed.a, keyed.b",
      code: "SQLITE_CONSTRAINT_PRIMARYKEY",
    },
    { kind: "unique", columns: ["keyed.a", "keyed.b"] },
  ],
  [
    "foreign key on insert",
    { name: "SqliteError", message: "FOREIGN KEY constraint failed", code: "SQLITE_CONSTRAINT_FOREIGNKEY" },
    { kind: "foreignKey" },
  ],
  [
    "foreign key on update",
    { name: "SqliteError", message: "FOREIGN KEY constraint failed", code: "SQLITE_CONSTRAINT_FOREIGNKEY" },
    { kind: "foreignKey" },
  ],
  [
    "foreign key on delete",
    { name: "SqliteError", message: "FOREIGN KEY constraint failed", code: "SQLITE_CONSTRAINT_FOREIGNKEY" },
    { kind: "foreignKey" },
  ],
  [
    "not null",
    {
      name: "SqliteError",
      message: "NOT NULL constraint failed: item.title",
      code: "SQLITE_CONSTRAINT_NOTNULL",
    },
    { kind: "notNull", columns: ["item.title"] },
  ],
  [
    "check",
    {
      name: "SqliteError",
      message: "CHECK constraint failed: length(title)<5",
      code: "SQLITE_CONSTRAINT_CHECK",
    },
    { kind: "check", constraint: "length(title)<5" },
  ],
  [
    "text as the key",
    { name: "SqliteError", message: "datatype mismatch", code: "SQLITE_MISMATCH" },
    { kind: "outOfRange" },
  ],
  [
    "text in a strict table",
    {
      name: "SqliteError",
      message: "cannot store TEXT value in INTEGER column strict_t.a",
      code: "SQLITE_CONSTRAINT_DATATYPE",
    },
    { kind: "outOfRange", columns: ["strict_t.a"] },
  ],
  [
    "no table",
    { name: "SqliteError", message: "no such table: nope", code: "SQLITE_ERROR" },
    { kind: "missing", table: "nope", retryAfter: 30 },
  ],
  [
    "no column",
    { name: "SqliteError", message: "no such column: nope", code: "SQLITE_ERROR" },
    { kind: "missing", columns: ["nope"], retryAfter: 30 },
  ],
  [
    "syntax",
    { name: "SqliteError", message: 'near "selec": syntax error', code: "SQLITE_ERROR" },
    { kind: "unknown" },
  ],
  [
    "too big",
    { name: "SqliteError", message: "string or blob too big", code: "SQLITE_TOOBIG" },
    { kind: "tooLong" },
  ],
  [
    "locked by another connection",
    { name: "SqliteError", message: "database is locked", code: "SQLITE_BUSY" },
    { kind: "timeout", isTransient: true },
  ],
  [
    "changed since it was read",
    { name: "SqliteError", message: "database is locked", code: "SQLITE_BUSY_SNAPSHOT" },
    { kind: "timeout", isTransient: true },
  ],
  [
    "read-only",
    { name: "SqliteError", message: "attempt to write a readonly database", code: "SQLITE_READONLY" },
    { kind: "connection" },
  ],
  [
    "no file",
    { name: "SqliteError", message: "unable to open database file", code: "SQLITE_CANTOPEN" },
    { kind: "connection" },
  ],
  [
    "no folder",
    { name: "TypeError", message: "Cannot open database because the directory does not exist" },
    { kind: "unknown" },
  ],
  [
    "no database",
    { name: "SqliteError", message: "file is not a database", code: "SQLITE_NOTADB" },
    { kind: "unknown" },
  ],
  [
    "disk full",
    { name: "SqliteError", message: "database or disk is full", code: "SQLITE_FULL" },
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "corrupt",
    { name: "SqliteError", message: "database disk image is malformed", code: "SQLITE_CORRUPT" },
    { kind: "unknown" },
  ],
  [
    "raise() of a trigger",
    { name: "SqliteError", message: "no", code: "SQLITE_CONSTRAINT_TRIGGER" },
    { kind: "refused" },
  ],
  [
    "on delete restrict",
    { name: "SqliteError", message: "FOREIGN KEY constraint failed", code: "SQLITE_CONSTRAINT_TRIGGER" },
    { kind: "foreignKey" },
  ],
  ["closed", { name: "TypeError", message: "The database connection is not open" }, { kind: "unknown" }],
];

/** Errors that are hard to provoke, from the documentation: sqlite.org/rescode.html. */
const documented: readonly RecordedError[] = [
  [
    "recovery by another connection",
    { name: "SqliteError", message: "database is locked", code: "SQLITE_BUSY_RECOVERY" },
    { kind: "timeout", isTransient: true },
  ],
  [
    "locked in a shared cache",
    { name: "SqliteError", message: "database table is locked", code: "SQLITE_LOCKED_SHAREDCACHE" },
    { kind: "timeout", isTransient: true },
  ],
  [
    "a race for a lock",
    { name: "SqliteError", message: "locking protocol", code: "SQLITE_PROTOCOL" },
    { kind: "timeout", isTransient: true },
  ],
  [
    "a disk that fails",
    { name: "SqliteError", message: "disk I/O error", code: "SQLITE_IOERR_FSYNC" },
    { kind: "connection", outcome: "unknown" },
  ],
  [
    "a file that was moved",
    { name: "SqliteError", message: "attempt to write a readonly database", code: "SQLITE_READONLY_DBMOVED" },
    { kind: "connection" },
  ],
];

export const sqliteErrors: readonly RecordedError[] = [...thrown, ...documented];

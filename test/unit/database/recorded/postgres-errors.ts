import type { RecordedError } from "./recorded-error.js";

function error(code: string, message: string, fields: object = {}): RecordedError[1] {
  return { name: "error", message, severity: "ERROR", code, ...fields };
}

/** Errors as they were thrown by pg 8 and pg-pool 3, of PostgreSQL 15. Names and values are made up. */
const thrown: readonly RecordedError[] = [
  [
    "unique",
    error("23505", 'duplicate key value violates unique constraint "ux_owner.name"', {
      constraint: "ux_owner.name",
      routine: "_bt_check_unique",
    }),
    { kind: "unique", constraint: "ux_owner.name" },
  ],
  [
    "primary key",
    error("23505", 'duplicate key value violates unique constraint "owner_pkey"', {
      constraint: "owner_pkey",
      routine: "_bt_check_unique",
    }),
    { kind: "unique", constraint: "owner_pkey" },
  ],
  [
    "exclusion",
    error("23P01", 'conflicting key value violates exclusion constraint "item_day_excl"', {
      constraint: "item_day_excl",
      routine: "check_exclusion_or_unique_constraint",
    }),
    { kind: "unique", constraint: "item_day_excl" },
  ],
  [
    "foreign key on insert",
    error("23503", 'insert or update on table "item" violates foreign key constraint "fk_item.owner"', {
      constraint: "fk_item.owner",
      routine: "ri_ReportViolation",
    }),
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "foreign key on update",
    error("23503", 'insert or update on table "item" violates foreign key constraint "fk_item.owner"', {
      constraint: "fk_item.owner",
      routine: "ri_ReportViolation",
    }),
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "foreign key on delete",
    error(
      "23503",
      'update or delete on table "owner" violates foreign key constraint "fk_item.owner" on table "item"',
      { constraint: "fk_item.owner", routine: "ri_ReportViolation" },
    ),
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "unique, on a worker of Citus 13",
    error("23505", 'duplicate key value violates unique constraint "ux_owner.name_102008"', {
      where: "while executing command on 127.0.0.1:5432",
      routine: "ReportResultError",
    }),
    { kind: "unique", constraint: "ux_owner.name_102008" },
  ],
  [
    "unique, on a worker of Citus 13, of a column with quotes in its name",
    error("23505", 'duplicate key value violates unique constraint "ux_task.the "odd"_102008"', {
      where: "while executing command on 127.0.0.1:5432",
      routine: "ReportResultError",
    }),
    { kind: "unique", constraint: 'ux_task.the "odd"_102008' },
  ],
  [
    "foreign key of a record that others refer to, on a worker of Citus 13",
    error(
      "23503",
      'update or delete on table "owner_102008" violates foreign key constraint "fk_item.owner_102009" on table "item_102009"',
      { where: "while executing command on 127.0.0.1:5432", routine: "ReportResultError" },
    ),
    { kind: "foreignKey", constraint: "fk_item.owner_102009" },
  ],
  [
    "foreign key, on a worker of Citus 13",
    error(
      "23503",
      'insert or update on table "item_102009" violates foreign key constraint "fk_item.owner_102009"',
      { where: "while executing command on 127.0.0.1:5432", routine: "ReportResultError" },
    ),
    { kind: "foreignKey", constraint: "fk_item.owner_102009" },
  ],
  [
    "check, on a worker of Citus 13",
    error("23514", 'new row for relation "item_102009" violates check constraint "positive"', {
      where: "while executing command on 127.0.0.1:5432",
      routine: "ReportResultError",
    }),
    { kind: "check", constraint: "positive" },
  ],
  [
    "not null, on a worker of Citus 13",
    error("23502", 'null value in column "title" of relation "item_102009" violates not-null constraint', {
      where: "while executing command on 127.0.0.1:5432",
      routine: "ReportResultError",
    }),
    { kind: "notNull", columns: ["title"] },
  ],
  [
    "not null",
    error("23502", 'null value in column "title" of relation "item" violates not-null constraint', {
      column: "title",
      routine: "ExecConstraints",
    }),
    { kind: "notNull", columns: ["title"] },
  ],
  [
    "check",
    error("23514", 'new row for relation "item" violates check constraint "item_title_check"', {
      constraint: "item_title_check",
      routine: "ExecConstraints",
    }),
    { kind: "check", constraint: "item_title_check" },
  ],
  [
    "too long",
    error("22001", "value too long for type character varying(5)", { routine: "varchar" }),
    { kind: "tooLong" },
  ],
  [
    "whole number out of range",
    error("22003", 'value "70000" is out of range for type smallint', { routine: "pg_strtoint16" }),
    { kind: "outOfRange" },
  ],
  [
    "decimal out of range",
    error("22003", "numeric field overflow", { routine: "apply_typmod" }),
    { kind: "outOfRange" },
  ],
  [
    "no number",
    error("22P02", 'invalid input syntax for type smallint: "abc"', { routine: "pg_strtoint16" }),
    { kind: "outOfRange" },
  ],
  [
    "no uuid",
    error("22P02", 'invalid input syntax for type uuid: "abc"', { routine: "string_to_uuid" }),
    { kind: "outOfRange" },
  ],
  [
    "not a day of the calendar",
    error("22008", 'date/time field value out of range: "2024-02-30"', { routine: "DateTimeParseError" }),
    { kind: "outOfRange" },
  ],
  [
    "no date",
    error("22007", 'invalid input syntax for type date: "xx"', { routine: "DateTimeParseError" }),
    { kind: "outOfRange" },
  ],
  [
    "nul byte",
    error("22021", 'invalid byte sequence for encoding "UTF8": 0x00', {
      routine: "report_invalid_encoding_int",
    }),
    { kind: "outOfRange" },
  ],
  [
    "no JSON",
    error("22P02", "invalid input syntax for type json", { routine: "json_ereport_error" }),
    { kind: "outOfRange" },
  ],
  [
    "nul in JSON",
    error("22P05", "unsupported Unicode escape sequence", { routine: "json_ereport_error" }),
    { kind: "outOfRange" },
  ],
  ["division by zero", error("22012", "division by zero", { routine: "int4div" }), { kind: "outOfRange" }],
  [
    "no table",
    error("42P01", 'relation "nope" does not exist', { routine: "parserOpenTable" }),
    { kind: "missing", table: "nope", retryAfter: 30 },
  ],
  [
    "two collations in a join",
    error("42P22", "could not determine which collation to use for string hashing", { routine: "hashtext" }),
    { kind: "missing", retryAfter: 30 },
  ],
  [
    "no column",
    error("42703", 'column "nope" does not exist', { routine: "errorMissingColumn" }),
    { kind: "missing", columns: ["nope"], retryAfter: 30 },
  ],
  [
    "more columns than a result can have",
    error("54011", "target lists can have at most 1664 entries", { routine: "expandTargetList" }),
    { kind: "tooWide" },
  ],
  [
    "too long for an index",
    error("54000", "index row requires 32016 bytes, maximum size is 8191", {
      routine: "index_form_tuple_context",
    }),
    { kind: "tooLong" },
  ],
  [
    "a search query of many operators",
    error("XX000", "tsquery stack too small", { routine: "pushOpStack" }),
    { kind: "tooLong" },
  ],
  [
    "statement timeout",
    error("57014", "canceling statement due to statement timeout", { routine: "ProcessInterrupts" }),
    { kind: "timeout" },
  ],
  [
    "lock timeout",
    error("55P03", "canceling statement due to lock timeout", { routine: "ProcessInterrupts" }),
    { kind: "timeout", isTransient: true },
  ],
  [
    "deadlock",
    error("40P01", "deadlock detected", { routine: "DeadLockReport" }),
    { kind: "deadlock", isTransient: true },
  ],
  [
    "serialization failure",
    error("40001", "could not serialize access due to concurrent update", { routine: "ExecUpdate" }),
    { kind: "deadlock", isTransient: true },
  ],
  [
    "read-only",
    error("25006", "cannot execute INSERT in a read-only transaction", {
      routine: "PreventCommandIfReadOnly",
    }),
    { kind: "connection", isTransient: true },
  ],
  [
    "cancelled by another user",
    error("57014", "canceling statement due to user request", { routine: "ProcessInterrupts" }),
    { kind: "timeout" },
  ],
  [
    "terminated by the administrator",
    error("57P01", "terminating connection due to administrator command", {
      severity: "FATAL",
      routine: "ProcessInterrupts",
    }),
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "terminated before",
    { name: "Error", message: "Client has encountered a connection error and is not queryable" },
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "a table that has changed since it was prepared",
    error("0A000", "cached plan must not change result type", { routine: "RevalidateCachedQuery" }),
    { kind: "connection", isTransient: true },
  ],
  [
    "no right to the table",
    error("42501", "permission denied for table owner", { routine: "aclcheck_error" }),
    { kind: "missing", table: "owner", retryAfter: 30 },
  ],
  [
    "no right, raised by a trigger",
    error("42501", "insufficient_privilege", { routine: "exec_stmt_raise" }),
    { kind: "refused" },
  ],
  ["a code of the application", error("PT402", "no", { routine: "exec_stmt_raise" }), { kind: "refused" }],
  [
    "a part of a text of a nondeterministic collation",
    error("0A000", "nondeterministic collations are not supported for substring searches", {
      routine: "text_position_setup",
    }),
    { kind: "unsupported" },
  ],
  [
    "a materialized view that is not populated",
    error("55000", 'materialized view "mv" has not been populated', { routine: "ExecOpenScanRelation" }),
    { kind: "missing", retryAfter: 30 },
  ],
  [
    "a view that takes no writes",
    error("55000", 'cannot insert into view "jv"', { routine: "rewriteTargetView" }),
    { kind: "missing", retryAfter: 30 },
  ],
  [
    "a row that its view would not show",
    error("44000", 'new row violates check option for view "vv"', { routine: "ExecWithCheckOptions" }),
    { kind: "check" },
  ],
  [
    "unknown user",
    error("28000", 'role "nobody_here" does not exist', {
      severity: "FATAL",
      routine: "InitializeSessionUserId",
    }),
    { kind: "connection", reason: "login" },
  ],
  [
    "unknown database",
    error("3D000", 'database "nope" does not exist', { severity: "FATAL", routine: "InitPostgres" }),
    { kind: "connection", reason: "noDatabase" },
  ],
  [
    "too many connections of the user",
    error("53300", 'too many connections for role "rec_low"', {
      severity: "FATAL",
      routine: "InitializeSessionUserId",
    }),
    { kind: "connection", isTransient: true, outcome: "notSent", reason: "full" },
  ],
  [
    "database that accepts no connections",
    error("55000", 'database "rec2" is not currently accepting connections', {
      severity: "FATAL",
      routine: "CheckMyDatabase",
    }),
    { kind: "connection", outcome: "notSent", isTransient: true, reason: "closed" },
  ],
  [
    "connection refused",
    {
      name: "Error",
      message: "connect ECONNREFUSED 127.0.0.1:1",
      errno: -111,
      code: "ECONNREFUSED",
      syscall: "connect",
    },
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "host not found",
    {
      name: "Error",
      message: "getaddrinfo ENOTFOUND no-such-host.invalid",
      errno: -3008,
      code: "ENOTFOUND",
      syscall: "getaddrinfo",
      hostname: "no-such-host.invalid",
    },
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "no TLS on the server",
    { name: "Error", message: "The server does not support SSL connections" },
    { kind: "connection", reason: "noTls" },
  ],
  [
    "no answer to the login",
    { name: "Error", message: "timeout expired" },
    { kind: "connection", isTransient: true, outcome: "notSent", reason: "noAnswer" },
  ],
  [
    "no answer to the login, by the pool",
    {
      name: "Error",
      message: "Connection terminated due to connection timeout",
      cause: { name: "Error", message: "Connection terminated unexpectedly" },
    },
    { kind: "connection", isTransient: true, outcome: "notSent", reason: "noAnswer" },
  ],
  [
    "no free connection",
    { name: "Error", message: "timeout exceeded when trying to connect" },
    { kind: "connection", isTransient: true, outcome: "notSent", reason: "noAnswer" },
  ],
  [
    "a connection that was closed before",
    { name: "Error", message: "Client was closed and is not queryable" },
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "a pool that was closed",
    { name: "Error", message: "Cannot use a pool after calling end on the pool" },
    { kind: "connection", outcome: "notSent" },
  ],
  [
    "connection lost",
    { name: "Error", message: "Connection terminated unexpectedly" },
    { kind: "connection", isTransient: true, outcome: "unknown", reason: "cut" },
  ],
  [
    "connection reset",
    { name: "Error", message: "read ECONNRESET", errno: -104, code: "ECONNRESET", syscall: "read" },
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "too many connections",
    error("53300", "remaining connection slots are reserved for non-replication superuser connections", {
      severity: "FATAL",
      routine: "InitPostgres",
    }),
    { kind: "connection", isTransient: true, outcome: "notSent", reason: "full" },
  ],
  [
    "self-signed certificate",
    { name: "Error", message: "self-signed certificate", code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    { kind: "unknown" },
  ],
  [
    "certificate for another name",
    {
      name: "Error",
      message: "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list: ",
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
      reason: "IP: 127.0.0.1 is not in the cert's list: ",
      host: "127.0.0.1",
    },
    { kind: "unknown" },
  ],
  [
    "wrong password",
    error("28P01", 'password authentication failed for user "pw"', {
      severity: "FATAL",
      routine: "auth_failed",
    }),
    { kind: "connection", reason: "login" },
  ],
  [
    "no password",
    { name: "Error", message: "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string" },
    { kind: "connection", reason: "login" },
  ],
  [
    "user without access from this host",
    error(
      "28000",
      'pg_hba.conf rejects connection for host "127.0.0.1", user "nohba", database "postgres", no encryption',
      { severity: "FATAL", routine: "ClientAuthentication" },
    ),
    { kind: "connection", reason: "notAllowed" },
  ],
  [
    "an object that is not in the state that the statement needs, with the same code",
    error("55000", 'currval of sequence "s" is not yet defined in this session', { routine: "currval_oid" }),
    { kind: "unknown" },
  ],
  [
    "a user who may not connect to the database",
    error("42501", 'permission denied for database "shop"', {
      severity: "FATAL",
      routine: "CheckMyDatabase",
    }),
    { kind: "connection", outcome: "notSent", reason: "notAllowed" },
  ],
  [
    "a server that is being shut down",
    error("57P03", "the database system is shutting down", {
      severity: "FATAL",
      routine: "ProcessStartupPacket",
    }),
    { kind: "connection", outcome: "notSent", isTransient: true, reason: "notReady" },
  ],
  ["raise exception of a trigger", error("P0001", "no", { routine: "exec_stmt_raise" }), { kind: "refused" }],
  [
    "a rule that does nothing instead of an insert",
    error("0A000", 'cannot perform INSERT RETURNING on relation "ruled"', { routine: "RewriteQuery" }),
    { kind: "refused" },
  ],
  [
    "raise exception with the standard's code",
    error("45000", "no", { routine: "exec_stmt_raise" }),
    { kind: "refused" },
  ],
  [
    "keys used up",
    error("2200H", 'nextval: reached maximum value of sequence "thing_id_seq" (2147483647)', {
      routine: "nextval_internal",
    }),
    { kind: "connection", retryAfter: 30 },
  ],
];

/** Errors that are hard to provoke, from the documentation: postgresql.org/docs/current/errcodes-appendix.html. */
const documented: readonly RecordedError[] = [
  [
    "an interval that is too long (PostgreSQL 14)",
    error("22015", 'interval field value out of range: "P9999999999Y"'),
    { kind: "outOfRange" },
  ],
  [
    "disk full",
    error("53100", 'could not extend file "base/1/2": No space left on device'),
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "out of memory",
    error("53200", "out of memory"),
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "starting up",
    error("57P03", "the database system is starting up", { severity: "FATAL" }),
    { kind: "connection", isTransient: true, outcome: "notSent", reason: "notReady" },
  ],
  [
    "crash of the server",
    error("57P02", "terminating connection because of crash of another server process", {
      severity: "WARNING",
    }),
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "too long idle",
    error("57P05", "terminating connection due to idle-session timeout", { severity: "FATAL" }),
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "connection failure",
    error("08006", "connection failure"),
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  ["object in use", error("55006", "object in use"), { kind: "timeout", isTransient: true }],
  [
    "a prepared statement that is gone",
    error("26000", 'prepared statement "data-api-1" does not exist'),
    { kind: "connection", isTransient: true, reason: "pooler" },
  ],
  [
    "a prepared statement of another client",
    error("42P05", 'prepared statement "data-api-1" already exists'),
    { kind: "connection", reason: "pooler", retryAfter: 30 },
  ],
  ...(
    [
      ["no more connections allowed (max_client_conn)", "full", true],
      ["query_wait_timeout", "full", true],
      ["client_login_timeout (server down)", "noAnswer", true],
      ["server login has been failing, try again later (server_login_retry)", "notReady", true],
      ["no such database: shop", "noDatabase", false],
      ["unsupported startup parameter: options", undefined, false],
    ] as const
  ).map(([message, reason, isAway]): RecordedError => [
    `PgBouncer: ${message}`,
    { name: "error", message, severity: "FATAL", code: "08P01" },
    { kind: "connection", reason, ...(isAway && { isTransient: true, outcome: "notSent" }) },
  ]),
  [
    "PgBouncer: a statement whose server has ended",
    error("08P01", "server conn crashed?", { severity: "FATAL" }),
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  ...(
    [
      ["failed to create a backend 0 connection", "FATAL", true],
      ["all backend nodes are down, pgpool requires at least one valid node", "ERROR", true],
      ["unable to read data from DB node 0", "FATAL", false],
    ] as const
  ).map(([message, severity, isAway]): RecordedError => [
    `Pgpool-II: ${message}`,
    { name: "error", message, severity, code: "XX000" },
    {
      kind: "connection",
      isTransient: true,
      ...(isAway ? { reason: "notReady", outcome: "notSent" } : { outcome: "unknown" }),
    },
  ]),
  ["a mistake of the server", error("XX000", "cache lookup failed for relation 1"), { kind: "unknown" }],
  [
    "a mistake in the protocol",
    error("08P01", 'bind message supplies 1 parameters, but prepared statement "" requires 2'),
    { kind: "unknown" },
  ],
];

export const postgresErrors: readonly RecordedError[] = [...thrown, ...documented];

import type { RecordedError } from "./recorded-error.js";

/** Errors as they were thrown by pg 8 and pg-pool 3, of PostgreSQL 15. Names and values are made up. */
const thrown: readonly RecordedError[] = [
  [
    "unique",
    {
      name: "error",
      message: 'duplicate key value violates unique constraint "ux_owner.name"',
      severity: "ERROR",
      code: "23505",
      constraint: "ux_owner.name",
      routine: "_bt_check_unique",
    },
    { kind: "unique", constraint: "ux_owner.name" },
  ],
  [
    "primary key",
    {
      name: "error",
      message: 'duplicate key value violates unique constraint "owner_pkey"',
      severity: "ERROR",
      code: "23505",
      constraint: "owner_pkey",
      routine: "_bt_check_unique",
    },
    { kind: "unique", constraint: "owner_pkey" },
  ],
  [
    "exclusion",
    {
      name: "error",
      message: 'conflicting key value violates exclusion constraint "item_day_excl"',
      severity: "ERROR",
      code: "23P01",
      constraint: "item_day_excl",
      routine: "check_exclusion_or_unique_constraint",
    },
    { kind: "unique", constraint: "item_day_excl" },
  ],
  [
    "foreign key on insert",
    {
      name: "error",
      message: 'insert or update on table "item" violates foreign key constraint "fk_item.owner"',
      severity: "ERROR",
      code: "23503",
      constraint: "fk_item.owner",
      routine: "ri_ReportViolation",
    },
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "foreign key on update",
    {
      name: "error",
      message: 'insert or update on table "item" violates foreign key constraint "fk_item.owner"',
      severity: "ERROR",
      code: "23503",
      constraint: "fk_item.owner",
      routine: "ri_ReportViolation",
    },
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "foreign key on delete",
    {
      name: "error",
      message:
        'update or delete on table "owner" violates foreign key constraint "fk_item.owner" on table "item"',
      severity: "ERROR",
      code: "23503",
      constraint: "fk_item.owner",
      routine: "ri_ReportViolation",
    },
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "unique, on a worker of Citus 13",
    {
      name: "error",
      message: 'duplicate key value violates unique constraint "ux_owner.name_102008"',
      severity: "ERROR",
      code: "23505",
      where: "while executing command on 127.0.0.1:5432",
      routine: "ReportResultError",
    },
    { kind: "unique", constraint: "ux_owner.name_102008" },
  ],
  [
    "unique, on a worker of Citus 13, of a column with quotes in its name",
    {
      name: "error",
      message: 'duplicate key value violates unique constraint "ux_task.the "odd"_102008"',
      severity: "ERROR",
      code: "23505",
      where: "while executing command on 127.0.0.1:5432",
      routine: "ReportResultError",
    },
    { kind: "unique", constraint: 'ux_task.the "odd"_102008' },
  ],
  [
    "foreign key of a record that others refer to, on a worker of Citus 13",
    {
      name: "error",
      message:
        'update or delete on table "owner_102008" violates foreign key constraint "fk_item.owner_102009" on table "item_102009"',
      severity: "ERROR",
      code: "23503",
      where: "while executing command on 127.0.0.1:5432",
      routine: "ReportResultError",
    },
    { kind: "foreignKey", constraint: "fk_item.owner_102009" },
  ],
  [
    "foreign key, on a worker of Citus 13",
    {
      name: "error",
      message:
        'insert or update on table "item_102009" violates foreign key constraint "fk_item.owner_102009"',
      severity: "ERROR",
      code: "23503",
      where: "while executing command on 127.0.0.1:5432",
      routine: "ReportResultError",
    },
    { kind: "foreignKey", constraint: "fk_item.owner_102009" },
  ],
  [
    "check, on a worker of Citus 13",
    {
      name: "error",
      message: 'new row for relation "item_102009" violates check constraint "positive"',
      severity: "ERROR",
      code: "23514",
      where: "while executing command on 127.0.0.1:5432",
      routine: "ReportResultError",
    },
    { kind: "check", constraint: "positive" },
  ],
  [
    "not null, on a worker of Citus 13",
    {
      name: "error",
      message: 'null value in column "title" of relation "item_102009" violates not-null constraint',
      severity: "ERROR",
      code: "23502",
      where: "while executing command on 127.0.0.1:5432",
      routine: "ReportResultError",
    },
    { kind: "notNull", columns: ["title"] },
  ],
  [
    "not null",
    {
      name: "error",
      message: 'null value in column "title" of relation "item" violates not-null constraint',
      severity: "ERROR",
      code: "23502",
      column: "title",
      routine: "ExecConstraints",
    },
    { kind: "notNull", columns: ["title"] },
  ],
  [
    "check",
    {
      name: "error",
      message: 'new row for relation "item" violates check constraint "item_title_check"',
      severity: "ERROR",
      code: "23514",
      constraint: "item_title_check",
      routine: "ExecConstraints",
    },
    { kind: "check", constraint: "item_title_check" },
  ],
  [
    "too long",
    {
      name: "error",
      message: "value too long for type character varying(5)",
      severity: "ERROR",
      code: "22001",
      routine: "varchar",
    },
    { kind: "tooLong" },
  ],
  [
    "whole number out of range",
    {
      name: "error",
      message: 'value "70000" is out of range for type smallint',
      severity: "ERROR",
      code: "22003",
      routine: "pg_strtoint16",
    },
    { kind: "outOfRange" },
  ],
  [
    "decimal out of range",
    {
      name: "error",
      message: "numeric field overflow",
      severity: "ERROR",
      code: "22003",
      routine: "apply_typmod",
    },
    { kind: "outOfRange" },
  ],
  [
    "no number",
    {
      name: "error",
      message: 'invalid input syntax for type smallint: "abc"',
      severity: "ERROR",
      code: "22P02",
      routine: "pg_strtoint16",
    },
    { kind: "outOfRange" },
  ],
  [
    "no uuid",
    {
      name: "error",
      message: 'invalid input syntax for type uuid: "abc"',
      severity: "ERROR",
      code: "22P02",
      routine: "string_to_uuid",
    },
    { kind: "outOfRange" },
  ],
  [
    "not a day of the calendar",
    {
      name: "error",
      message: 'date/time field value out of range: "2024-02-30"',
      severity: "ERROR",
      code: "22008",
      routine: "DateTimeParseError",
    },
    { kind: "outOfRange" },
  ],
  [
    "no date",
    {
      name: "error",
      message: 'invalid input syntax for type date: "xx"',
      severity: "ERROR",
      code: "22007",
      routine: "DateTimeParseError",
    },
    { kind: "outOfRange" },
  ],
  [
    "nul byte",
    {
      name: "error",
      message: 'invalid byte sequence for encoding "UTF8": 0x00',
      severity: "ERROR",
      code: "22021",
      routine: "report_invalid_encoding_int",
    },
    { kind: "outOfRange" },
  ],
  [
    "no JSON",
    {
      name: "error",
      message: "invalid input syntax for type json",
      severity: "ERROR",
      code: "22P02",
      routine: "json_ereport_error",
    },
    { kind: "outOfRange" },
  ],
  [
    "nul in JSON",
    {
      name: "error",
      message: "unsupported Unicode escape sequence",
      severity: "ERROR",
      code: "22P05",
      routine: "json_ereport_error",
    },
    { kind: "outOfRange" },
  ],
  [
    "division by zero",
    { name: "error", message: "division by zero", severity: "ERROR", code: "22012", routine: "int4div" },
    { kind: "outOfRange" },
  ],
  [
    "no table",
    {
      name: "error",
      message: 'relation "nope" does not exist',
      severity: "ERROR",
      code: "42P01",
      routine: "parserOpenTable",
    },
    { kind: "missing", table: "nope", retryAfter: 30 },
  ],
  [
    "two collations in a join",
    {
      name: "error",
      message: "could not determine which collation to use for string hashing",
      severity: "ERROR",
      code: "42P22",
      routine: "hashtext",
    },
    { kind: "missing", retryAfter: 30 },
  ],
  [
    "no column",
    {
      name: "error",
      message: 'column "nope" does not exist',
      severity: "ERROR",
      code: "42703",
      routine: "errorMissingColumn",
    },
    { kind: "missing", columns: ["nope"], retryAfter: 30 },
  ],
  [
    "more columns than a result can have",
    {
      name: "error",
      message: "target lists can have at most 1664 entries",
      severity: "ERROR",
      code: "54011",
      routine: "expandTargetList",
    },
    { kind: "tooWide" },
  ],
  [
    "too long for an index",
    {
      name: "error",
      message: "index row requires 32016 bytes, maximum size is 8191",
      severity: "ERROR",
      code: "54000",
      routine: "index_form_tuple_context",
    },
    { kind: "tooLong" },
  ],
  [
    "a search query of many operators",
    {
      name: "error",
      message: "tsquery stack too small",
      severity: "ERROR",
      code: "XX000",
      routine: "pushOpStack",
    },
    { kind: "tooLong" },
  ],
  [
    "statement timeout",
    {
      name: "error",
      message: "canceling statement due to statement timeout",
      severity: "ERROR",
      code: "57014",
      routine: "ProcessInterrupts",
    },
    { kind: "timeout" },
  ],
  [
    "lock timeout",
    {
      name: "error",
      message: "canceling statement due to lock timeout",
      severity: "ERROR",
      code: "55P03",
      routine: "ProcessInterrupts",
    },
    { kind: "timeout", isTransient: true },
  ],
  [
    "deadlock",
    {
      name: "error",
      message: "deadlock detected",
      severity: "ERROR",
      code: "40P01",
      routine: "DeadLockReport",
    },
    { kind: "deadlock", isTransient: true },
  ],
  [
    "serialization failure",
    {
      name: "error",
      message: "could not serialize access due to concurrent update",
      severity: "ERROR",
      code: "40001",
      routine: "ExecUpdate",
    },
    { kind: "deadlock", isTransient: true },
  ],
  [
    "read-only",
    {
      name: "error",
      message: "cannot execute INSERT in a read-only transaction",
      severity: "ERROR",
      code: "25006",
      routine: "PreventCommandIfReadOnly",
    },
    { kind: "connection", isTransient: true },
  ],
  [
    "cancelled by another user",
    {
      name: "error",
      message: "canceling statement due to user request",
      severity: "ERROR",
      code: "57014",
      routine: "ProcessInterrupts",
    },
    { kind: "timeout" },
  ],
  [
    "terminated by the administrator",
    {
      name: "error",
      message: "terminating connection due to administrator command",
      severity: "FATAL",
      code: "57P01",
      routine: "ProcessInterrupts",
    },
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "terminated before",
    { name: "Error", message: "Client has encountered a connection error and is not queryable" },
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "a table that has changed since it was prepared",
    {
      name: "error",
      message: "cached plan must not change result type",
      severity: "ERROR",
      code: "0A000",
      routine: "RevalidateCachedQuery",
    },
    { kind: "connection", isTransient: true },
  ],
  [
    "no right to the table",
    {
      name: "error",
      message: "permission denied for table owner",
      severity: "ERROR",
      code: "42501",
      routine: "aclcheck_error",
    },
    { kind: "missing", table: "owner", retryAfter: 30 },
  ],
  [
    "no right, raised by a trigger",
    {
      name: "error",
      message: "insufficient_privilege",
      severity: "ERROR",
      code: "42501",
      routine: "exec_stmt_raise",
    },
    { kind: "refused" },
  ],
  [
    "a code of the application",
    { name: "error", message: "no", severity: "ERROR", code: "PT402", routine: "exec_stmt_raise" },
    { kind: "refused" },
  ],
  [
    "a part of a text of a nondeterministic collation",
    {
      name: "error",
      message: "nondeterministic collations are not supported for substring searches",
      severity: "ERROR",
      code: "0A000",
      routine: "text_position_setup",
    },
    { kind: "unsupported" },
  ],
  [
    "a materialized view that is not populated",
    {
      name: "error",
      message: 'materialized view "mv" has not been populated',
      severity: "ERROR",
      code: "55000",
      routine: "ExecOpenScanRelation",
    },
    { kind: "missing", retryAfter: 30 },
  ],
  [
    "a view that takes no writes",
    {
      name: "error",
      message: 'cannot insert into view "jv"',
      severity: "ERROR",
      code: "55000",
      routine: "rewriteTargetView",
    },
    { kind: "missing", retryAfter: 30 },
  ],
  [
    "a row that its view would not show",
    {
      name: "error",
      message: 'new row violates check option for view "vv"',
      severity: "ERROR",
      code: "44000",
      routine: "ExecWithCheckOptions",
    },
    { kind: "check" },
  ],
  [
    "unknown user",
    {
      name: "error",
      message: 'role "nobody_here" does not exist',
      severity: "FATAL",
      code: "28000",
      routine: "InitializeSessionUserId",
    },
    { kind: "connection", reason: "login" },
  ],
  [
    "unknown database",
    {
      name: "error",
      message: 'database "nope" does not exist',
      severity: "FATAL",
      code: "3D000",
      routine: "InitPostgres",
    },
    { kind: "connection", reason: "noDatabase" },
  ],
  [
    "too many connections of the user",
    {
      name: "error",
      message: 'too many connections for role "rec_low"',
      severity: "FATAL",
      code: "53300",
      routine: "InitializeSessionUserId",
    },
    { kind: "connection", isTransient: true, outcome: "notSent", reason: "full" },
  ],
  [
    "database that accepts no connections",
    {
      name: "error",
      message: 'database "rec2" is not currently accepting connections',
      severity: "FATAL",
      code: "55000",
      routine: "CheckMyDatabase",
    },
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
    {
      name: "error",
      message: "remaining connection slots are reserved for non-replication superuser connections",
      severity: "FATAL",
      code: "53300",
      routine: "InitPostgres",
    },
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
    {
      name: "error",
      message: 'password authentication failed for user "pw"',
      severity: "FATAL",
      code: "28P01",
      routine: "auth_failed",
    },
    { kind: "connection", reason: "login" },
  ],
  [
    "no password",
    { name: "Error", message: "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string" },
    { kind: "connection", reason: "login" },
  ],
  [
    "user without access from this host",
    {
      name: "error",
      message:
        'pg_hba.conf rejects connection for host "127.0.0.1", user "nohba", database "postgres", no encryption',
      severity: "FATAL",
      code: "28000",
      routine: "ClientAuthentication",
    },
    { kind: "connection", reason: "notAllowed" },
  ],
  [
    "an object that is not in the state that the statement needs, with the same code",
    {
      name: "error",
      message: 'currval of sequence "s" is not yet defined in this session',
      severity: "ERROR",
      code: "55000",
      routine: "currval_oid",
    },
    { kind: "unknown" },
  ],
  [
    "a user who may not connect to the database",
    {
      name: "error",
      message: 'permission denied for database "shop"',
      severity: "FATAL",
      code: "42501",
      routine: "CheckMyDatabase",
    },
    { kind: "connection", outcome: "notSent", reason: "notAllowed" },
  ],
  [
    "a server that is being shut down",
    {
      name: "error",
      message: "the database system is shutting down",
      severity: "FATAL",
      code: "57P03",
      routine: "ProcessStartupPacket",
    },
    { kind: "connection", outcome: "notSent", isTransient: true, reason: "notReady" },
  ],
  [
    "raise exception of a trigger",
    { name: "error", message: "no", severity: "ERROR", code: "P0001", routine: "exec_stmt_raise" },
    { kind: "refused" },
  ],
  [
    "a rule that does nothing instead of an insert",
    {
      name: "error",
      message: 'cannot perform INSERT RETURNING on relation "ruled"',
      severity: "ERROR",
      code: "0A000",
      routine: "RewriteQuery",
    },
    { kind: "refused" },
  ],
  [
    "raise exception with the standard's code",
    { name: "error", message: "no", severity: "ERROR", code: "45000", routine: "exec_stmt_raise" },
    { kind: "refused" },
  ],
  [
    "keys used up",
    {
      name: "error",
      message: 'nextval: reached maximum value of sequence "thing_id_seq" (2147483647)',
      severity: "ERROR",
      code: "2200H",
      routine: "nextval_internal",
    },
    { kind: "connection", retryAfter: 30 },
  ],
];

/** Errors that are hard to provoke, from the documentation: postgresql.org/docs/current/errcodes-appendix.html. */
const documented: readonly RecordedError[] = [
  [
    "an interval that is too long (PostgreSQL 14)",
    {
      name: "error",
      message: 'interval field value out of range: "P9999999999Y"',
      severity: "ERROR",
      code: "22015",
    },
    { kind: "outOfRange" },
  ],
  [
    "disk full",
    {
      name: "error",
      message: 'could not extend file "base/1/2": No space left on device',
      severity: "ERROR",
      code: "53100",
    },
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "out of memory",
    { name: "error", message: "out of memory", severity: "ERROR", code: "53200" },
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "starting up",
    { name: "error", message: "the database system is starting up", severity: "FATAL", code: "57P03" },
    { kind: "connection", isTransient: true, outcome: "notSent", reason: "notReady" },
  ],
  [
    "crash of the server",
    {
      name: "error",
      message: "terminating connection because of crash of another server process",
      severity: "WARNING",
      code: "57P02",
    },
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "too long idle",
    {
      name: "error",
      message: "terminating connection due to idle-session timeout",
      severity: "FATAL",
      code: "57P05",
    },
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "connection failure",
    { name: "error", message: "connection failure", severity: "ERROR", code: "08006" },
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "object in use",
    { name: "error", message: "object in use", severity: "ERROR", code: "55006" },
    { kind: "timeout", isTransient: true },
  ],
  [
    "a prepared statement that is gone",
    {
      name: "error",
      message: 'prepared statement "data-api-1" does not exist',
      severity: "ERROR",
      code: "26000",
    },
    { kind: "connection", isTransient: true, reason: "pooler" },
  ],
  [
    "a prepared statement of another client",
    {
      name: "error",
      message: 'prepared statement "data-api-1" already exists',
      severity: "ERROR",
      code: "42P05",
    },
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
    { name: "error", message: "server conn crashed?", severity: "FATAL", code: "08P01" },
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
  [
    "a mistake of the server",
    { name: "error", message: "cache lookup failed for relation 1", severity: "ERROR", code: "XX000" },
    { kind: "unknown" },
  ],
  [
    "a mistake in the protocol",
    {
      name: "error",
      message: 'bind message supplies 1 parameters, but prepared statement "" requires 2',
      severity: "ERROR",
      code: "08P01",
    },
    { kind: "unknown" },
  ],
];

export const postgresErrors: readonly RecordedError[] = [...thrown, ...documented];

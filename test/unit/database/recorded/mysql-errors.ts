import type { RecordedError } from "./recorded-error.js";

function error(errno: number, sqlState: string, message: string, fields: object = {}): RecordedError[1] {
  return { name: "Error", message, errno, sqlState, sqlMessage: message, ...fields };
}

/** Errors as they were thrown by mysql2 3, of MariaDB 10.11. Names and values are made up. */
const thrown: readonly RecordedError[] = [
  [
    "a table that was rebuilt since the transaction began",
    error(1412, "HY000", "Table definition has changed, please retry transaction", {
      code: "ER_TABLE_DEF_CHANGED",
    }),
    { kind: "deadlock", isTransient: true },
  ],
  [
    "a default that the column may not have",
    error(1978, "22007", "Incorrect default value '0000-00-00' for column 'day'"),
    { kind: "notNull", columns: ["day"] },
  ],
  [
    "a column for which the right is missing",
    error(1143, "42000", "SELECT command denied to user 'u'@'127.0.0.1' for column 'n' in table 'item'", {
      code: "ER_COLUMNACCESS_DENIED_ERROR",
    }),
    { kind: "missing", table: "item", columns: ["n"], retryAfter: 30 },
  ],
  [
    "a routine for which the right is missing",
    error(1370, "42000", "execute command denied to user 'u'@'%' for routine 'shop.count_items'", {
      code: "ER_PROCACCESS_DENIED_ERROR",
    }),
    { kind: "missing", retryAfter: 30 },
  ],
  [
    "too many prepared statements",
    error(1461, "42000", "Can't create more than max_prepared_stmt_count statements (current value: 0)", {
      code: "ER_MAX_PREPARED_STMT_COUNT_REACHED",
    }),
    { kind: "timeout", isTransient: true },
  ],
  [
    "a read of too many rows",
    error(
      1104,
      "42000",
      "The SELECT would examine more than MAX_JOIN_SIZE rows; check your WHERE and use SET SQL_BIG_SELECTS=1 or SET MAX_JOIN_SIZE=# if the SELECT is okay",
      { code: "ER_TOO_BIG_SELECT" },
    ),
    { kind: "timeout" },
  ],
  [
    "unique",
    error(1062, "23000", "Duplicate entry 'a' for key 'ux_owner.name'", { code: "ER_DUP_ENTRY" }),
    { kind: "unique", constraint: "ux_owner.name" },
  ],
  [
    "primary key",
    error(1062, "23000", "Duplicate entry '1' for key 'PRIMARY'", { code: "ER_DUP_ENTRY" }),
    { kind: "unique", constraint: "PRIMARY" },
  ],
  [
    "foreign key on insert",
    error(
      1452,
      "23000",
      "Cannot add or update a child row: a foreign key constraint fails (`rec`.`item`, CONSTRAINT `fk_item.owner` FOREIGN KEY (`owner`) REFERENCES `owner` (`id`))",
      { code: "ER_NO_REFERENCED_ROW_2" },
    ),
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "foreign key on update",
    error(
      1452,
      "23000",
      "Cannot add or update a child row: a foreign key constraint fails (`rec`.`item`, CONSTRAINT `fk_item.owner` FOREIGN KEY (`owner`) REFERENCES `owner` (`id`))",
      { code: "ER_NO_REFERENCED_ROW_2" },
    ),
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "foreign key on delete",
    error(
      1451,
      "23000",
      "Cannot delete or update a parent row: a foreign key constraint fails (`rec`.`item`, CONSTRAINT `fk_item.owner` FOREIGN KEY (`owner`) REFERENCES `owner` (`id`))",
      { code: "ER_ROW_IS_REFERENCED_2" },
    ),
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "not null",
    error(1048, "23000", "Column 'title' cannot be null", { code: "ER_BAD_NULL_ERROR" }),
    { kind: "notNull", columns: ["title"] },
  ],
  [
    "no value and no default",
    error(1364, "HY000", "Field 'x' doesn't have a default value", { code: "ER_NO_DEFAULT_FOR_FIELD" }),
    { kind: "notNull", columns: ["x"] },
  ],
  [
    "check (MariaDB)",
    error(4025, "23000", "CONSTRAINT `item_title` failed for `rec`.`item`", {
      code: "ER_INNODB_AUTOEXTEND_SIZE_OUT_OF_RANGE",
    }),
    { kind: "check", constraint: "item_title" },
  ],
  [
    "too long",
    error(1406, "22001", "Data too long for column 'name' at row 1", { code: "ER_DATA_TOO_LONG" }),
    { kind: "tooLong", columns: ["name"] },
  ],
  [
    "whole number out of range",
    error(1264, "22003", "Out of range value for column 'n' at row 1", { code: "ER_WARN_DATA_OUT_OF_RANGE" }),
    { kind: "outOfRange", columns: ["n"] },
  ],
  [
    "decimal out of range",
    error(1264, "22003", "Out of range value for column 'price' at row 1", {
      code: "ER_WARN_DATA_OUT_OF_RANGE",
    }),
    { kind: "outOfRange", columns: ["price"] },
  ],
  [
    "no number",
    error(1366, "22007", "Incorrect integer value: 'abc' for column `rec`.`item`.`n` at row 1", {
      code: "ER_TRUNCATED_WRONG_VALUE_FOR_FIELD",
    }),
    { kind: "outOfRange", columns: ["n"] },
  ],
  [
    "not a day of the calendar",
    error(1292, "22007", "Incorrect date value: '2024-02-30' for column `rec`.`item`.`d` at row 1", {
      code: "ER_TRUNCATED_WRONG_VALUE",
    }),
    { kind: "outOfRange", columns: ["d"] },
  ],
  [
    "no time",
    error(1292, "22007", "Incorrect datetime value: 'xx'", { code: "ER_TRUNCATED_WRONG_VALUE" }),
    { kind: "outOfRange" },
  ],
  [
    "not a uuid (MariaDB)",
    error(1292, "22007", "Incorrect uuid value: 'abc' for column `rec`.`item`.`u` at row 1", {
      code: "ER_TRUNCATED_WRONG_VALUE",
    }),
    { kind: "outOfRange", columns: ["u"] },
  ],
  [
    "not JSON (MariaDB)",
    error(4025, "23000", "CONSTRAINT `item.j` failed for `rec`.`item`", {
      code: "ER_INNODB_AUTOEXTEND_SIZE_OUT_OF_RANGE",
    }),
    { kind: "check", constraint: "item.j" },
  ],
  [
    "number with a text after it",
    error(1265, "01000", "Data truncated for column 'n' at row 1", { code: "WARN_DATA_TRUNCATED" }),
    { kind: "outOfRange", columns: ["n"] },
  ],
  [
    "sum out of range",
    error(1690, "22003", "BIGINT value is out of range in '9223372036854775807 + 1'", {
      code: "ER_DATA_OUT_OF_RANGE",
    }),
    { kind: "outOfRange" },
  ],
  [
    "division by zero",
    error(1365, "22012", "Division by 0", { code: "ER_DIVISION_BY_ZERO" }),
    { kind: "outOfRange" },
  ],
  [
    "characters that the character set lacks",
    error(
      1366,
      "22007",
      "Incorrect string value: '\\xF0\\x9F\\x98\\x80' for column `rec`.`latin`.`a` at row 1",
      { code: "ER_TRUNCATED_WRONG_VALUE_FOR_FIELD" },
    ),
    { kind: "outOfRange", columns: ["a"] },
  ],
  [
    "no table",
    error(1146, "42S02", "Table 'rec.nope' doesn't exist", { code: "ER_NO_SUCH_TABLE" }),
    { kind: "missing", table: "rec.nope", retryAfter: 30 },
  ],
  [
    "no column",
    error(1054, "42S22", "Unknown column 'nope' in 'SELECT'", { code: "ER_BAD_FIELD_ERROR" }),
    { kind: "missing", columns: ["nope"], retryAfter: 30 },
  ],
  [
    "a view of a column that does not exist",
    error(
      1356,
      "HY000",
      "View 'rec.seen' references invalid table(s) or column(s) or function(s) or definer/invoker of view lack rights to use them",
      { code: "ER_VIEW_INVALID" },
    ),
    { kind: "missing", table: "rec.seen", retryAfter: 30 },
  ],
  [
    "longer than a packet",
    error(1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes", {
      code: "ER_NET_PACKET_TOO_LARGE",
    }),
    { kind: "tooLong" },
  ],
  [
    "a transaction of more bytes than a cluster replicates",
    error(1105, "HY000", "Maximum writeset size exceeded", { code: "ER_UNKNOWN_ERROR" }),
    { kind: "tooLarge" },
  ],
  [
    "more tables than a join can have",
    error(1116, "HY000", "Too many tables; MariaDB can only use 61 tables in a join", {
      code: "ER_TOO_MANY_TABLES",
    }),
    { kind: "tooWide" },
  ],
  [
    "a transaction of more rows than a cluster replicates",
    error(1180, "HY000", "wsrep_max_ws_rows exceeded", { code: "ER_ERROR_DURING_COMMIT" }),
    { kind: "tooLarge" },
  ],
  [
    "a commit on a node that loses the connection to the cluster",
    error(
      1180,
      "HY000",
      "Error while appending streaming replication fragment(provider status: Connection failure)",
      { code: "ER_ERROR_DURING_COMMIT" },
    ),
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "another error without a number",
    error(1105, "HY000", "Something else", { code: "ER_UNKNOWN_ERROR" }),
    // This may be Vitess after it has lost a shard.
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "statement timeout (MariaDB)",
    error(1969, "70100", "Query execution was interrupted (max_statement_time exceeded)"),
    { kind: "timeout" },
  ],
  [
    "lock wait timeout",
    error(1205, "HY000", "Lock wait timeout exceeded; try restarting transaction", {
      code: "ER_LOCK_WAIT_TIMEOUT",
    }),
    { kind: "timeout", isTransient: true },
  ],
  [
    "deadlock",
    error(1213, "40001", "Deadlock found when trying to get lock; try restarting transaction", {
      code: "ER_LOCK_DEADLOCK",
    }),
    { kind: "deadlock", isTransient: true },
  ],
  [
    "changed since it was read (MariaDB)",
    error(1020, "HY000", "Record has changed since last read in table 'owner'; try restarting transaction", {
      code: "ER_CHECKREAD",
    }),
    { kind: "deadlock", isTransient: true },
  ],
  [
    "read-only transaction",
    error(1792, "25006", "Cannot execute statement in a READ ONLY transaction", {
      code: "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION",
    }),
    { kind: "connection", isTransient: true },
  ],
  [
    "no right to the table",
    error(1142, "42000", "INSERT command denied to user 'rec_low'@'localhost' for table `rec`.`owner`", {
      code: "ER_TABLEACCESS_DENIED_ERROR",
    }),
    { kind: "missing", table: "owner", retryAfter: 30 },
  ],
  [
    "read-only server",
    error(
      1290,
      "HY000",
      "The MariaDB server is running with the --read-only option so it cannot execute this statement",
      { code: "ER_OPTION_PREVENTS_STATEMENT" },
    ),
    { kind: "connection", isTransient: true },
  ],
  [
    "cancelled by another user",
    error(1317, "70100", "Query execution was interrupted", { code: "ER_QUERY_INTERRUPTED" }),
    { kind: "timeout" },
  ],
  [
    "connection lost",
    {
      name: "Error",
      message: "Connection lost: The server closed the connection.",
      fatal: true,
      code: "PROTOCOL_CONNECTION_LOST",
    },
    { kind: "connection", isTransient: true, outcome: "unknown", reason: "cut" },
  ],
  [
    "killed before",
    { name: "Error", message: "Can't add new command when connection is in closed state", fatal: true },
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "killed just before",
    { name: "Error", message: "This socket has been ended by the other party", code: "EPIPE", fatal: true },
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "wrong password",
    error(1045, "28000", "Access denied for user 'rec_low'@'localhost' (using password: YES)", {
      code: "ER_ACCESS_DENIED_ERROR",
    }),
    { kind: "connection", reason: "login" },
  ],
  [
    "unknown database",
    error(1049, "42000", "Unknown database 'nope'", { code: "ER_BAD_DB_ERROR" }),
    { kind: "connection", reason: "noDatabase" },
  ],
  [
    "no right to the database",
    error(1044, "42000", "Access denied for user 'rec_low'@'127.0.0.1' to database 'mysql'", {
      code: "ER_DBACCESS_DENIED_ERROR",
    }),
    { kind: "connection", reason: "notAllowed" },
  ],
  [
    "too many connections of the user",
    error(
      1226,
      "42000",
      "User 'rec_low' has exceeded the 'max_user_connections' resource (current value: 1)",
      { code: "ER_USER_LIMIT_REACHED" },
    ),
    { kind: "connection", isTransient: true, outcome: "notSent", reason: "full" },
  ],
  [
    "too many connections",
    error(1040, "08004", "Too many connections", { code: "ER_CON_COUNT_ERROR" }),
    { kind: "connection", isTransient: true, outcome: "notSent", reason: "full" },
  ],
  [
    "locked account (MariaDB)",
    error(4151, "HY000", "Access denied, this account is locked", {
      code: "ER_BULK_PARSER_INCOMPLETE_ESCAPE_SEQUENCE",
    }),
    { kind: "connection", reason: "notAllowed" },
  ],
  [
    "connection refused",
    {
      name: "Error",
      message: "connect ECONNREFUSED 127.0.0.1:1",
      errno: -111,
      code: "ECONNREFUSED",
      syscall: "connect",
      fatal: true,
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
      fatal: true,
    },
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "no TLS on the server",
    {
      name: "Error",
      message: "Server does not support secure connection",
      code: "HANDSHAKE_NO_SSL_SUPPORT",
      fatal: true,
    },
    { kind: "connection", reason: "noTls" },
  ],
  [
    "no answer to the login",
    {
      name: "Error",
      message: "connect ETIMEDOUT",
      errorno: "ETIMEDOUT",
      code: "ETIMEDOUT",
      syscall: "connect",
      fatal: true,
    },
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "connection reset",
    {
      name: "Error",
      message: "read ECONNRESET",
      errno: -104,
      code: "ECONNRESET",
      syscall: "read",
      fatal: true,
    },
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "a pool that was closed",
    { name: "Error", message: "Pool is closed." },
    { kind: "connection", outcome: "notSent" },
  ],
  [
    "self-signed certificate",
    { name: "Error", message: "self-signed certificate", code: "HANDSHAKE_SSL_ERROR", fatal: true },
    { kind: "connection" },
  ],
  [
    "certificate for another name",
    {
      name: "Error",
      message:
        "Hostname/IP does not match certificate's altnames: Host: localhost. is not cert's CN: database.test",
      code: "HANDSHAKE_SSL_ERROR",
      reason: "Host: localhost. is not cert's CN: database.test",
      host: "localhost",
      fatal: true,
    },
    { kind: "connection" },
  ],
  [
    "a node that has lost the connection to the cluster",
    {
      message: "WSREP has not yet prepared node for application use",
      code: "ER_UNKNOWN_COM_ERROR",
      errno: 1047,
      sqlState: "08S01",
      sqlMessage: "WSREP has not yet prepared node for application use",
    },
    { kind: "connection", outcome: "notSent", isTransient: true, reason: "notReady" },
  ],
  [
    "a database that was dropped, on an older connection",
    {
      message: "No database selected",
      code: "ER_NO_DB_ERROR",
      errno: 1046,
      sqlState: "3D000",
      sqlMessage: "No database selected",
    },
    { kind: "connection", reason: "noDatabase" },
  ],
  [
    "a server that is offline",
    {
      message: "The server is currently in offline mode",
      code: "ER_SERVER_OFFLINE_MODE",
      errno: 3032,
      sqlState: "HY000",
      sqlMessage: "The server is currently in offline mode",
    },
    { kind: "connection", outcome: "notSent", isTransient: true, reason: "notReady" },
  ],
  [
    "signal of a trigger",
    { message: "no", code: "ER_SIGNAL_EXCEPTION", errno: 1644, sqlState: "45000", sqlMessage: "no" },
    { kind: "refused" },
  ],
  ...[1105, 8002, 9001, 30_001].map((errno): RecordedError => [
    `a trigger that signals ${errno}`,
    { message: "no", errno, sqlState: "45000", sqlMessage: "no" },
    { kind: "refused" },
  ]),
  [
    "keys used up (MariaDB)",
    error(167, "22003", "Out of range value for column 'id' at row 1", { code: "HA_ERR_AUTOINC_ERANGE" }),
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "keys of the largest type used up",
    error(1467, "HY000", "Failed to read auto-increment value from storage engine", {
      code: "ER_AUTOINC_READ_FAILED",
    }),
    { kind: "connection", retryAfter: 30 },
  ],
];

/**
 * Errors that are hard to provoke, from the documentation: mariadb.com/kb/en/mariadb-error-codes/,
 * dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html.
 */
const documented: readonly RecordedError[] = [
  [
    "unique (MySQL)",
    error(1062, "23000", "Duplicate entry 'it''s' for key 'owner.ux_owner.name'", { code: "ER_DUP_ENTRY" }),
    { kind: "unique", constraint: "owner.ux_owner.name" },
  ],
  [
    "check (MySQL)",
    error(3819, "HY000", "Check constraint 'item_title' is violated.", {
      code: "ER_CHECK_CONSTRAINT_VIOLATED",
    }),
    { kind: "check", constraint: "item_title" },
  ],
  [
    "not JSON (MySQL)",
    error(
      3140,
      "22032",
      "Invalid JSON text: \"Invalid value.\" at position 0 in value for column 'item.j'.",
      { code: "ER_INVALID_JSON_TEXT" },
    ),
    { kind: "outOfRange", columns: ["item.j"] },
  ],
  [
    "statement timeout (MySQL)",
    error(3024, "HY000", "Query execution was interrupted, maximum statement execution time exceeded", {
      code: "ER_QUERY_TIMEOUT",
    }),
    { kind: "timeout" },
  ],
  [
    "deadlock of a branch",
    error(1614, "XA102", "XA_RBDEADLOCK: Transaction branch was rolled back: deadlock was detected", {
      code: "ER_XA_RBDEADLOCK",
    }),
    { kind: "deadlock", isTransient: true },
  ],
  [
    "disk full",
    error(
      1021,
      "HY000",
      'Disk full (/tmp); waiting for someone to free some space... (errno: 28 "No space left on device")',
      { code: "ER_DISK_FULL" },
    ),
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "disk full in the storage engine",
    error(1030, "HY000", 'Got error 28 "No space left on device" from storage engine InnoDB', {
      code: "ER_GET_ERRNO",
    }),
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "disk full below a file",
    error(1026, "HY000", "Error writing file './rec/item.MYD' (errno: 28 \"No space left on device\")", {
      code: "ER_ERROR_ON_WRITE",
    }),
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "disk full below a temporary file",
    error(3, "HY000", "Error writing file '/tmp/MYfd=33' (OS errno 28 - No space left on device)", {
      code: "EE_WRITE",
    }),
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "table full",
    error(1114, "HY000", "The table 'item' is full", { code: "ER_RECORD_FILE_FULL" }),
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "shutting down",
    error(1053, "08S01", "Server shutdown in progress", { code: "ER_SERVER_SHUTDOWN" }),
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "killed (MariaDB)",
    error(1927, "70100", "Connection was killed", { code: "ER_CONNECTION_KILLED" }),
    { kind: "connection", isTransient: true, outcome: "unknown" },
  ],
  [
    "too long idle (MySQL)",
    error(
      4031,
      "HY000",
      "The client was disconnected by the server because of inactivity. See wait_timeout and interactive_timeout for configuring this behavior.",
      { code: "ER_CLIENT_INTERACTION_TIMEOUT" },
    ),
    { kind: "connection", isTransient: true, outcome: "notSent" },
  ],
  [
    "read-only mode (MySQL)",
    error(1836, "HY000", "Running in read-only mode", { code: "ER_READ_ONLY_MODE" }),
    { kind: "connection", isTransient: true },
  ],
  [
    "only TLS (MySQL)",
    error(
      3159,
      "HY000",
      "Connections using insecure transport are prohibited while --require_secure_transport=ON.",
      { code: "ER_SECURE_TRANSPORT_REQUIRED" },
    ),
    { kind: "connection", reason: "onlyTls" },
  ],
  [
    "locked account (MySQL)",
    error(3118, "HY000", "Access denied for user 'low'@'localhost'. Account is locked.", {
      code: "ER_ACCOUNT_HAS_BEEN_LOCKED",
    }),
    { kind: "connection", reason: "notAllowed" },
  ],
  [
    "host without access",
    error(1130, "HY000", "Host '192.0.2.1' is not allowed to connect to this MySQL server", {
      code: "ER_HOST_NOT_PRIVILEGED",
    }),
    { kind: "connection", reason: "notAllowed" },
  ],
  [
    "expired password",
    error(
      1862,
      "HY000",
      "Your password has expired. To log in you must change it using a client that supports expired passwords.",
      { code: "ER_MUST_CHANGE_PASSWORD_LOGIN" },
    ),
    { kind: "connection", reason: "login" },
  ],
];

export const mysqlErrors: readonly RecordedError[] = [...thrown, ...documented];

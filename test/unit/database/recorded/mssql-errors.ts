import type { RecordedError } from "./recorded-error.js";

/** An error of a request as mssql 12 throws it, with the number and the message of SQL Server. */
function request(number: number, message: string, fields: object = {}): RecordedError[1] {
  const info = { name: "ERROR", number, message, state: 1, class: 16 };
  return {
    name: "RequestError",
    code: "EREQUEST",
    number,
    state: 1,
    class: 16,
    message,
    originalError: Object.assign(new Error(message), { info }),
    precedingErrors: [],
    ...fields,
  };
}

/** The driver wraps the error of a commit, and omits its number. */
function commit(number: number, message: string): RecordedError[1] {
  const originalError = Object.assign(new Error(message), request(number, message));
  return { name: "TransactionError", code: "EREQUEST", message, originalError };
}

/** An error of a connection without a number: the driver's own error, wrapped, which wraps the socket's error. */
function connection(code: string, message: string, cause?: object): RecordedError[1] {
  const inner = Object.assign(new Error(message), { code, ...(cause !== undefined && { cause }) });
  return { name: "ConnectionError", code, message, originalError: inner };
}

/** The pool's timeout (tarn: TimeoutError), which sets no name. */
class TimeoutError extends Error {}

function socketError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

const unclear = { isTransient: true, outcome: "unknown" } as const;

/**
 * Errors of mssql 12 with tedious 19: the driver's own errors were recorded; SQL Server's numbers and messages are
 * those that it documents. Names and values are made up.
 * See learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors
 */
export const mssqlErrors: readonly RecordedError[] = [
  [
    "unique index",
    request(
      2601,
      "Cannot insert duplicate key row in object 'dbo.owner' with unique index 'ux_owner.name'. The duplicate key value is (a 'b' c).",
    ),
    { kind: "unique", constraint: "ux_owner.name" },
  ],
  [
    "unique constraint",
    request(
      2627,
      "Violation of UNIQUE KEY constraint 'UQ_owner_name'. Cannot insert duplicate key in object 'dbo.owner'. The duplicate key value is (a).",
    ),
    { kind: "unique", constraint: "UQ_owner_name" },
  ],
  [
    "primary key",
    request(
      2627,
      "Violation of PRIMARY KEY constraint 'PK__owner__3213E83F01AB23CD'. Cannot insert duplicate key in object 'dbo.owner'. The duplicate key value is (1).",
    ),
    { kind: "unique", constraint: "PK__owner__3213E83F01AB23CD" },
  ],
  [
    "foreign key on insert",
    request(
      547,
      `The INSERT statement conflicted with the FOREIGN KEY constraint "fk_item.owner". The conflict occurred in database "rec", table "dbo.owner", column 'id'.`,
    ),
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "foreign key to the same table",
    request(
      547,
      `The UPDATE statement conflicted with the FOREIGN KEY SAME TABLE constraint "fk_owner.boss". The conflict occurred in database "rec", table "dbo.owner", column 'id'.`,
    ),
    { kind: "foreignKey", constraint: "fk_owner.boss" },
  ],
  [
    "foreign key on delete",
    request(
      547,
      `The DELETE statement conflicted with the REFERENCE constraint "fk_item.owner". The conflict occurred in database "rec", table "dbo.item", column 'owner'.`,
    ),
    { kind: "foreignKey", constraint: "fk_item.owner" },
  ],
  [
    "check",
    request(
      547,
      `The INSERT statement conflicted with the CHECK constraint "ck_item_size". The conflict occurred in database "rec", table "dbo.item", column 'size'.`,
    ),
    { kind: "check", columns: ["size"], constraint: "ck_item_size" },
  ],
  [
    "an error that reports only the end of the statement, after the error that caused it",
    request(3621, "The statement has been terminated.", {
      precedingErrors: [{ number: 2627, message: "Violation of UNIQUE KEY constraint 'UQ_a'. …" }],
    }),
    { kind: "unique", constraint: "UQ_a" },
  ],
  [
    "not null",
    request(
      515,
      "Cannot insert the value NULL into column 'name', table 'rec.dbo.owner'; column does not allow nulls. INSERT fails.",
    ),
    { kind: "notNull", columns: ["name"] },
  ],
  [
    "too long, in the message of older servers",
    request(8152, "String or binary data would be truncated."),
    { kind: "tooLong" },
  ],
  [
    "too long",
    request(
      2628,
      "String or binary data would be truncated in table 'rec.dbo.owner', column 'name'. Truncated value: 'a'.",
    ),
    { kind: "tooLong", columns: ["name"] },
  ],
  ...([220, 241, 242, 245, 248, 8114, 8115, 8134, 8169] as const).map((number): RecordedError => [
    `a value that a type cannot hold (${number})`,
    request(number, "The conversion failed."),
    { kind: "outOfRange" },
  ]),
  [
    "deadlock",
    request(
      1205,
      "Transaction (Process ID 52) was deadlocked on lock resources with another process and has been chosen as the deadlock victim. Rerun the transaction.",
      { class: 13 },
    ),
    { kind: "deadlock", isTransient: true },
  ],
  [
    "a conflict of snapshots",
    request(3960, "Snapshot isolation transaction aborted due to update conflict."),
    { kind: "deadlock", isTransient: true },
  ],
  [
    "a timeout of a wait for a lock",
    request(1222, "Lock request time out period exceeded."),
    { kind: "timeout", isTransient: true },
  ],
  [
    "a statement timeout",
    {
      name: "RequestError",
      code: "ETIMEOUT",
      message: "Timeout: Request failed to complete in 10000ms",
      originalError: socketError("ETIMEOUT", "Timeout: Request failed to complete in 10000ms"),
    },
    { kind: "timeout", outcome: "unknown" },
  ],
  [
    "a commit on a connection that was lost before",
    {
      name: "TransactionError",
      code: "EINVALIDSTATE",
      message: "Requests can only be made in the LoggedIn state, not the Final state",
    },
    { kind: "connection", outcome: "notSent", isTransient: true },
  ],
  [
    "a conflict at a commit",
    commit(41325, "The current transaction failed to commit due to a serializable validation failure."),
    { kind: "deadlock", isTransient: true },
  ],
  [
    "a commit while a database of Azure SQL moves to another machine",
    commit(40197, "The service has encountered an error processing your request. Please try again."),
    { kind: "connection", ...unclear },
  ],
  [
    "a server that stops answering",
    {
      name: "RequestError",
      code: "ETIMEOUT",
      message: "Failed to cancel request in 1000ms",
      originalError: socketError("ETIMEOUT", "Failed to cancel request in 1000ms"),
    },
    { kind: "timeout", ...unclear },
  ],
  [
    "a database of Azure SQL that moves to another machine",
    request(
      40613,
      "Database 'rec' on server 'x' is not currently available. Please retry the connection later.",
    ),
    { kind: "connection", ...unclear },
  ],
  [
    "a connection that was lost during a statement",
    {
      name: "RequestError",
      code: "EREQUEST",
      message: "Connection lost - read ECONNRESET",
      originalError: Object.assign(new Error("Connection lost - read ECONNRESET"), {
        info: { code: "ESOCKET" },
      }),
    },
    { kind: "connection", ...unclear },
  ],
  [
    "a full disk",
    request(
      1105,
      "Could not allocate space for object 'dbo.owner' in database 'rec' because the 'PRIMARY' filegroup is full.",
    ),
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "a full log",
    request(9002, "The transaction log for database 'rec' is full due to 'LOG_BACKUP'."),
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "a database that is read-only",
    request(3906, 'Failed to update database "rec" because the database is read-only.'),
    { kind: "connection" },
  ],
  [
    "a wrong password",
    connection("ELOGIN", "Login failed for user 'sa'."),
    { kind: "connection", outcome: "notSent", reason: "login" },
  ],
  [
    "an unknown database",
    connection("ELOGIN", 'Cannot open database "nodb" requested by the login. The login failed.'),
    { kind: "connection", outcome: "notSent", reason: "noDatabase" },
  ],
  [
    "a refused connection",
    connection(
      "ESOCKET",
      "Failed to connect to 127.0.0.1:1444 - Could not connect (sequence)",
      Object.assign(new Error("Could not connect (sequence)"), {
        errors: [socketError("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1444")],
      }),
    ),
    { kind: "connection", outcome: "notSent", isTransient: true, reason: "nobodyListens" },
  ],
  [
    "an unknown host",
    connection(
      "ESOCKET",
      "Failed to connect to nohost.invalid:1433 - getaddrinfo ENOTFOUND nohost.invalid",
      socketError("ENOTFOUND", "getaddrinfo ENOTFOUND nohost.invalid"),
    ),
    { kind: "connection", outcome: "notSent", isTransient: true, reason: "unknownHost" },
  ],
  [
    "a self-signed certificate",
    connection(
      "ESOCKET",
      "Failed to connect to 127.0.0.1:1433 - self-signed certificate",
      socketError("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"),
    ),
    { kind: "connection", outcome: "notSent", reason: "untrusted" },
  ],
  [
    "a server that does not answer",
    connection("ETIMEOUT", "Failed to connect to 127.0.0.1:1433 in 5000ms"),
    { kind: "connection", outcome: "notSent", isTransient: true, reason: "noAnswer" },
  ],
  [
    "a pool without a free connection",
    {
      constructor: TimeoutError,
      message: "Failed to acquire a connection from the pool: operation timed out for an unknown reason",
    },
    { kind: "timeout", outcome: "notSent", reason: "noAnswer" },
  ],
  [
    "a missing column",
    request(207, "Invalid column name 'nope'."),
    { kind: "missing", columns: ["nope"], retryAfter: 30 },
  ],
  [
    "a view of a missing column",
    request(4413, "Could not use view or function 'seen' because of binding errors.", {
      precedingErrors: [{ number: 207, message: "Invalid column name 'nope'." }],
    }),
    { kind: "missing", columns: ["nope"], retryAfter: 30 },
  ],
  [
    "a missing table",
    request(208, "Invalid object name 'nope'."),
    { kind: "missing", table: "nope", retryAfter: 30 },
  ],
  ...(
    [
      [
        "too many connections",
        "Could not connect because the maximum number of '5' user connections has already been reached.",
        "full",
      ],
      [
        "a server for administrators only",
        "Logins are disabled; only administrators may connect at this time.",
        "notReady",
      ],
      [
        "a server that is paused",
        "SQL Server service has been paused. No new connections will be allowed.",
        "notReady",
      ],
      [
        "a server that is shut down",
        "Login failed for user 'me'. Reason: SHUTDOWN is in progress.",
        "notReady",
      ],
      [
        "a server in upgrade",
        "Login failed for user 'me'. Reason: Server is in script upgrade mode.",
        "notReady",
      ],
      [
        "a database that is unavailable for a moment",
        "Database 'shop' on server 's' is not currently available. Please retry the connection later.",
        "closed",
      ],
      [
        "a database that is being restored",
        "Database 'shop' cannot be opened. It is in the middle of a restore.",
        "closed",
      ],
      ["a database that is offline", "Database 'shop' cannot be opened because it is offline.", "closed"],
      [
        "a database of another user",
        'The server principal "me" is not able to access the database "shop" under the current security context.',
        "notAllowed",
      ],
      [
        "no such database",
        'Cannot open database "shop" requested by the login. The login failed.',
        "noDatabase",
      ],
      ["a wrong password", "Login failed for user 'me'.", "login"],
    ] as const
  ).map(([title, message, reason]): RecordedError => [
    `at a login: ${title}`,
    connection("ELOGIN", message),
    {
      kind: "connection",
      outcome: "notSent",
      isTransient: reason === "full" || reason === "notReady" || reason === "closed",
      reason,
    },
  ]),
  ["throw of a trigger", request(50_000, "no"), { kind: "refused" }],
  ["throw of a trigger, with a custom number", request(51_234, "no"), { kind: "refused" }],
  [
    "rollback of a trigger",
    request(3609, "The transaction ended in the trigger. The batch has been aborted."),
    { kind: "refused" },
  ],
  [
    "a mistake in a trigger",
    request(3609, "The transaction ended in the trigger. The batch has been aborted.", {
      precedingErrors: [{ number: 2627, message: "Violation of UNIQUE KEY constraint 'UQ_a'. …" }],
    }),
    { kind: "unique", constraint: "UQ_a" },
  ],
  [
    "a custom number after a known number",
    request(51_234, "The statement has been terminated.", {
      precedingErrors: [{ number: 2627, message: "Violation of UNIQUE KEY constraint 'UQ_a'. …" }],
    }),
    { kind: "unique", constraint: "UQ_a" },
  ],
];

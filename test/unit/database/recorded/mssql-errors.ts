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
    "a memory-optimized table in a snapshot",
    request(
      41332,
      "Memory optimized tables and natively compiled modules cannot be accessed or created when the session TRANSACTION ISOLATION LEVEL is set to SNAPSHOT.",
    ),
    { kind: "missing", retryAfter: 30 },
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
        "the firewall of Azure SQL",
        "Cannot open server 's' requested by the login. Client with IP address '192.0.2.1' is not allowed to access the server. To enable access, use the Azure Management Portal or run sp_set_firewall_rule on the master database to create a firewall rule for this IP address or address range.",
        "notAllowed",
      ],
      [
        "a server without a public address",
        "Reason: An instance-specific error occurred while establishing a connection to SQL Server. Connection was denied since Deny Public Network Access is set to Yes.",
        "notAllowed",
      ],
      [
        "a replica that cannot be read",
        "The target database, 'shop', is participating in an availability group and is currently not accessible for queries. Either data movement is suspended or the availability replica is not enabled for read access.",
        "closed",
      ],
      [
        "a replica that changes its role",
        "Unable to access availability database 'shop' because the database replica is not in the PRIMARY or SECONDARY role.",
        "closed",
      ],
      [
        "a default database that was dropped",
        "Cannot open user default database. Login failed.",
        "noDatabase",
      ],
      ["an engine that names the database only", 'database "shop" does not exist', "noDatabase"],
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
  [
    "a table without a right",
    request(229, "The SELECT permission was denied on the object 'owner', database 'rec', schema 'dbo'."),
    { kind: "missing", table: "owner", retryAfter: 30 },
  ],
  [
    "a column without a right",
    request(
      230,
      "The UPDATE permission was denied on the column 'name' of the object 'owner', database 'rec', schema 'dbo'.",
    ),
    { kind: "missing", table: "owner", columns: ["name"], retryAfter: 30 },
  ],
  ...(
    [
      [206, "Operand type clash: int is incompatible with date"],
      [
        257,
        "Implicit conversion from data type json to nvarchar(max) is not allowed. Use the CONVERT function to run this query.",
      ],
      [402, "The data types json and nvarchar are incompatible in the equal to operator."],
      [
        468,
        'Cannot resolve the collation conflict between "Latin1_General_100_BIN2" and "SQL_Latin1_General_CP1_CI_AS" in the equal to operation.',
      ],
      [33_299, "Encryption scheme mismatch for columns/variables 'ssn'."],
      [10_794, "The table option 'updlock' is not supported with memory optimized tables."],
    ] as const
  ).map(([number, message]): RecordedError => [
    `a column or table that has become one of another kind (${number})`,
    request(number, message),
    { kind: "missing", retryAfter: 30 },
  ]),
  [
    "a generated key beyond the type of its column",
    request(8115, "Arithmetic overflow error converting IDENTITY to data type int."),
    { kind: "connection", retryAfter: 30 },
  ],
  [
    "a sequence that has ended",
    request(
      11_728,
      "The sequence object 'numbers' has reached its minimum or maximum value. Restart the sequence object to allow new values to be generated.",
    ),
    { kind: "connection", retryAfter: 30 },
  ],
  ...(
    [
      [
        13_536,
        "Cannot insert an explicit value into a GENERATED ALWAYS column in table 'rec.dbo.owner'. Use INSERT with a column list to exclude the GENERATED ALWAYS column, or insert a DEFAULT into GENERATED ALWAYS column.",
      ],
      [13_537, "Cannot update GENERATED ALWAYS columns in table 'rec.dbo.owner'."],
      [13_559, "Cannot insert rows in a temporal history table 'rec.dbo.owner_history'."],
      [
        271,
        'The column "total" cannot be modified because it is either a computed column or is the result of a UNION operator.',
      ],
      [
        544,
        "Cannot insert explicit value for identity column in table 'owner' when IDENTITY_INSERT is set to OFF.",
      ],
      [
        33_504,
        "The attempted operation failed because the target object 'rec.dbo.owner' has a block predicate that conflicts with this operation. If the operation is performed on a view, the block predicate might be enforced on the underlying table. Modify the operation to target only the rows that are allowed by the block predicate.",
      ],
      [524, "A trigger returned a resultset and the server option 'disallow results from triggers' is true."],
      [
        4405,
        "View or function 'seen' is not updatable because the modification affects multiple base tables.",
      ],
    ] as const
  ).map(([number, message]): RecordedError => [
    `a write that a rule of the table forbids (${number})`,
    request(number, message),
    { kind: "refused" },
  ]),
  [
    "a row that a view with check option would not show",
    request(
      550,
      "The attempted insert or update failed because the target view either specifies WITH CHECK OPTION or spans a view that specifies WITH CHECK OPTION and one or more rows resulting from the operation did not qualify under the CHECK OPTION constraint.",
    ),
    { kind: "check" },
  ],
  [
    "more parameters than a request takes",
    request(
      8003,
      "The incoming request has too many parameters. The server supports a maximum of 2100 parameters. Reduce the number of parameters and resend the request.",
    ),
    { kind: "tooLong" },
  ],
  [
    "a row that is too long",
    request(
      511,
      "Cannot create a row of size 8072 which is greater than the allowable maximum row size of 8060.",
    ),
    { kind: "tooLong" },
  ],
  ...(
    [
      [701, "There is insufficient system memory in resource pool 'default' to run this query."],
      [802, "There is insufficient memory available in the buffer pool."],
    ] as const
  ).map(([number, message]): RecordedError => [
    `a server without memory (${number})`,
    request(number, message, { class: 17 }),
    { kind: "timeout", isTransient: true },
  ]),
  [
    "a session that was killed",
    request(596, "Cannot continue the execution because the session is in the kill state.", { class: 21 }),
    { kind: "connection", ...unclear },
  ],
  [
    "a database of Azure SQL that is full",
    request(
      40_544,
      "The database 'rec' has reached its size quota. Partition or delete data, drop indexes, or consult the documentation for possible resolutions.",
    ),
    { kind: "connection", retryAfter: 30 },
  ],
  ...(
    [
      [40_549, "Session is terminated because you have a long-running transaction.", "timeout"],
      [40_550, "The session has been terminated because it has acquired too many locks.", "tooLarge"],
      [40_551, "The session has been terminated because of excessive TEMPDB usage.", "timeout"],
      [
        40_552,
        "The session has been terminated because of excessive transaction log space usage.",
        "tooLarge",
      ],
      [40_553, "The session has been terminated because of excessive memory usage.", "timeout"],
      [106, "Too many table names in the query. The maximum allowable is 256.", "tooWide"],
      [
        1056,
        "The number of elements in the select list exceeds the maximum allowed number of 4096 elements.",
        "tooWide",
      ],
    ] as const
  ).map(([number, message, kind]): RecordedError => [
    `a session that Azure SQL ends (${number})`,
    request(number, message),
    { kind },
  ]),
  [
    "a replica that cannot be read",
    request(
      976,
      "The target database, 'rec', is participating in an availability group and is currently not accessible for queries. Either data movement is suspended or the availability replica is not enabled for read access.",
    ),
    { kind: "connection", isTransient: true },
  ],
  ["throw of a trigger", request(50_000, "no"), { kind: "refused" }],
  [
    "a transaction that a trigger has made uncommittable",
    request(
      3930,
      "The current transaction cannot be committed and cannot support operations that write to the log file. Roll back the transaction.",
    ),
    { kind: "refused" },
  ],
  [
    "a mistake that a trigger catches",
    request(3930, "The current transaction cannot be committed and …", {
      precedingErrors: [{ number: 2627, message: "Violation of UNIQUE KEY constraint 'UQ_a'. …" }],
    }),
    { kind: "unique", constraint: "UQ_a" },
  ],
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

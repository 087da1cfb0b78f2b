import { DatabaseError, type DatabaseErrorOptions, type FaultKind } from "../../../wire/database-error.js";
import { faultTable, lasting, notSent, transient, unclear, type Fault } from "../../../wire/fault-table.js";
import type { ConnectReason } from "../../../wire/connect-reasons.js";
import { connectReason, isLostConnection } from "../../../wire/network-faults.js";
import { hasEnded } from "./mssql-transaction.js";

/**
 * Faults by error number
 * (learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors).
 */
const faults = faultTable<number>([
  ["unique", {}, 2627, 2601],
  ["foreignKey", {}, 547],
  ["notNull", {}, 515],
  // 550: a row that a view with check option would not show.
  ["check", {}, 550],
  // 511, 1946: a row, or a key of an index, is too long. 13647: a value of type `json` has too many items.
  ["tooLong", {}, 8152, 2628, 1946, 511, 7139, 13647],
  // The statement is too complex, or has too many parameters.
  ["tooLong", {}, 191, 8003, 8618, 8621, 8623, 8631, 8632],
  // Azure SQL ends a transaction that takes too many locks, or too much of the log.
  ["tooLarge", {}, 40550, 40552],
  // 256 tables, and 4096 columns (learn.microsoft.com/sql/sql-server/maximum-capacity-specifications-for-sql-server).
  ["tooWide", {}, 106, 1056],
  ["outOfRange", {}, 220, 232, 235, 236, 237, 238, 241, 242, 244, 245, 246, 248, 293, 294, 295, 296, 298],
  ["outOfRange", {}, 517, 518, 535, 537, 3623, 8023, 8114, 8115, 8134, 8169, 9803, 9812],
  // 6522: an invalid value of a CLR type, such as `hierarchyid`. 9400 to 9459: invalid XML. 13609: invalid JSON.
  ["outOfRange", {}, 6522, 13609, ...Array.from({ length: 60 }, (_, index) => 9400 + index)],
  // Columns that the database fills itself: computed ones, identities, row versions, and those generated always.
  ["refused", {}, 271, 272, 273, 544, 8102, 13535, 13536, 13537],
  // Rows of a history, and changes of rows that were appended to a ledger.
  ["refused", {}, 13559, 13560, 13561, 37359, 37360],
  // A view that cannot be written. 33504: a rule of row-level security.
  ["refused", {}, 4403, 4405, 4406, 4416, 4417, 4418, 4420, 4421, 4424, 4426, 33504],
  // Triggers that call each other without end (217, 570), or that select though the server does not allow it (524).
  ["refused", {}, 217, 524, 570],
  // 4413: a view refers to a table or column that does not exist. 2812, 4121: a procedure or function does not exist.
  // 201, 8144 to 8146: it has other parameters.
  ["missing", lasting, 207, 208, 4413, 2812, 4121, 201, 8144, 8145, 8146],
  // The login lacks a right on a table (229) or column (230), or may not use the database (916).
  ["missing", lasting, 229, 230, 916],
  // A column has become one of another type or collation.
  ["missing", lasting, 206, 257, 305, 306, 402, 403, 468, 529, 8116, 8117, 33299],
  // A memory-optimized table has no locks, and needs snapshots in a transaction, but not by its isolation level.
  ["missing", lasting, 10794, 41332, 41333, 41368],
  // 3961: a table has changed since the snapshot, for example by a migration.
  ["deadlock", transient, 1205, 3960, 3961, 3966, 3935, 41301, 41302, 41305, 41325, 41839],
  ["timeout", transient, 1222, 1204, 1203, 8645, 8651, 8628, 601, 617, 669, 845],
  // Memory is short.
  ["timeout", transient, 701, 802, 8657, 8658, 17300, 17803, 41805],
  // Azure SQL ends a session whose transaction takes too long, or too much of tempdb or memory.
  ["timeout", {}, 40549, 40551, 40553],
  ["connection", unclear, 4060, 4221, 233, 64, 20, 53, 121, 997, 11001, 10053, 10054, 10060, 10928, 10929],
  ["connection", unclear, 10930, 10936, 40020, 40143, 40166, 40197, 40501, 40540, 40613, 42108, 42109],
  ["connection", unclear, 49918, 49919, 49920],
  // 596: the session was killed. 6005: the server is stopping.
  ["connection", unclear, 596, 6005, 18401, 17197],
  // A replica of an availability group that cannot be read, or that changes its role.
  ["connection", transient, 976, 978, 979, 981, 982, 983],
  // 823, 824: the disk fails. 40544, 41822, 41823, 41840: the database has reached its size. 11728: a sequence has ended.
  ["connection", lasting, 823, 824, 1101, 1105, 9002, 11728, 40544, 41822, 41823, 41840],
  ["connection", {}, 3906],
]);

interface MssqlFault {
  readonly name?: string;
  readonly number?: number | string;
  readonly code?: string;
  readonly message?: string;
  readonly originalError?: MssqlFault & { readonly info?: { readonly code?: string } };
  readonly precedingErrors?: readonly MssqlFault[];
}

/**
 * Looks at preceding errors too: the last error of a request may only say that it ended, not why. The error of a
 * commit has its number only in the error that the driver wraps.
 */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const fault = error as MssqlFault;
  // The connection was closed with it.
  if (fault.originalError instanceof DatabaseError) return fault.originalError;
  const wrapped = fault.name === "TransactionError" && !hasEnded(fault) ? fault.originalError : undefined;
  const reported = [fault, ...(fault.precedingErrors ?? []), ...(wrapped === undefined ? [] : [wrapped])];
  const told =
    reported.find(({ number }) => faults.has(Number(number))) ??
    reported.find(({ number }) => Number(number) >= FIRST_OWN_NUMBER || endings.has(Number(number)));
  const [kind, options]: Fault =
    faultByText(told) ??
    faults.get(Number(told?.number)) ??
    (told === undefined ? faultOfDriver(fault) : ["refused"]);
  const isConstraint = kind === "unique" || kind === "foreignKey" || kind === "check";
  return new DatabaseError(
    kind,
    `SQL Server: ${String(told?.number ?? fault.number ?? fault.code ?? "no code")}`,
    {
      ...options,
      ...(isConstraint && { constraint: constraintOf(told?.message ?? "") }),
      ...(isOfColumn.has(kind) && { columns: columnsOf(told?.message ?? "") }),
      ...missingName(fault),
      cause: error,
    },
  );
}

const isOfColumn: ReadonlySet<FaultKind> = new Set<FaultKind>(["check", "notNull", "tooLong"]);

/** Whether the error is a failed connection attempt. */
export function isConnectionError(error: unknown): boolean {
  return (error as { readonly name?: string } | undefined)?.name === "ConnectionError";
}

/**
 * Errors thrown by triggers have numbers from here on
 * (learn.microsoft.com/sql/t-sql/language-elements/throw-transact-sql).
 */
const FIRST_OWN_NUMBER = 50_000;

/**
 * A trigger or procedure that rolls back without an error of its own, or that makes the transaction uncommittable by an
 * error that it catches.
 */
const endings: ReadonlySet<number> = new Set([266, 3609, 3616, 3930, 3931, 3998]);

/** The faults that share a number with others. Only the message distinguishes them. */
function faultByText(fault: MssqlFault | undefined): Fault | undefined {
  const { number, message = "" } = fault ?? {};
  if (Number(number) === 547 && /\bcheck constraint\b/i.test(message)) return ["check"];
  // No generated key is left for another row.
  return Number(number) === 8115 && /\bconverting IDENTITY\b/.test(message)
    ? ["connection", lasting]
    : undefined;
}

/**
 * Classifies the driver's own errors, which have no number (node-mssql: Errors; tedious: Connection; tarn:
 * TimeoutError).
 */
function faultOfDriver(fault: MssqlFault): Fault {
  if (isConnectionError(fault)) return connectFault(fault);
  // No connection of the pool became free. The `name` of the error is only "Error", so its class is checked.
  if (fault.constructor.name === "TimeoutError")
    return ["timeout", { outcome: "notSent", reason: "noAnswer" }];
  if (isSilence(fault)) return ["timeout", unclear];
  const codes = [fault.code, fault.originalError?.code, fault.originalError?.info?.code];
  if (codes.includes("ETIMEOUT")) return ["timeout", { outcome: "unknown" }];
  // The connection was lost while idle: nothing was sent.
  if (codes.includes("EINVALIDSTATE")) return ["connection", notSent];
  return codes.some((code) => isLost(code)) ? ["connection", unclear] : ["unknown"];
}

/**
 * The reasons for a rejected log-in, by the messages of errors 17809, 18451, 18461, 17142, 6005, 18401,
 * 17188, 40613, 927, 942, 924, 916, 976 to 983 and 4060, and those of Azure SQL
 * (learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors).
 */
const refusals: readonly (readonly [RegExp, ConnectReason])[] = [
  [/maximum number of .*connections/i, "full"],
  // Azure SQL: 10928, 10929; 40197, 40501, 49918 to 49920, 4221.
  [/ limit for the database is |minimum guarantee is /i, "full"],
  [
    /service (?:is currently busy|has encountered an error)|cannot process .*request|due to long wait/i,
    "notReady",
  ],
  [/only administrators? (?:may|can) connect/i, "notReady"],
  [/single user mode/i, "notReady"],
  [
    /has been paused|shutdown is in progress|script upgrade mode|not ready to accept|being shut down/i,
    "notReady",
  ],
  [
    /is not currently available|being restored|in the middle of a restore|is offline|already open and can only/i,
    "closed",
  ],
  // 976, 978, 979, 982, 983: a replica of an availability group.
  [/availability (?:group|database|replica)|no online secondary replicas/i, "closed"],
  // 40615, 40914: the firewall of Azure SQL. 47073: it has no public address.
  [/not allowed to access the server|public network access/i, "notAllowed"],
  [/not able to access the database/i, "notAllowed"],
  [/cannot open (?:user default )?database|\bdatabase\b.* does not exist/i, "noDatabase"],
  [/log-?in|password/i, "login"],
];

/** Classifies a failed connection attempt. The driver does not pass on the number of a failed log-in. */
function connectFault(fault: MssqlFault): Fault {
  const { code, message = "" } = fault;
  if (code === "ELOGIN") {
    const [, reason] = refusals.find(([words]) => words.test(message)) ?? [];
    const isTransient = reason === "full" || reason === "notReady" || reason === "closed";
    return ["connection", { outcome: "notSent", reason, isTransient }];
  }
  const reason = code === "ETIMEOUT" ? "noAnswer" : connectReason(fault);
  const isOfCertificate = reason === "untrusted" || reason === "otherName" || reason === "outdated";
  return ["connection", { outcome: "notSent", reason, isTransient: !isOfCertificate }];
}

/**
 * Whether the server did not confirm in time that it cancelled the statement. The connection is closed then,
 * and only the message tells.
 */
function isSilence({ code, message = "" }: MssqlFault): boolean {
  return code === "ETIMEOUT" && message.startsWith("Failed to cancel request");
}

function isLost(code = ""): boolean {
  return (
    ["ESOCKET", "ECONNCLOSED", "ECLOSE", "ECANCEL", "EABORT"].includes(code) || isLostConnection({ code })
  );
}

/** SQL Server names the constraint only in the message, in quotes. Values that may be quoted too come later. */
function constraintOf(message: string): string | undefined {
  const [, single, double] =
    /(?:constraint|unique index) (?:'(.+?)'(?=\. |$)|"(.+?)"(?=\. | on table |$))/is.exec(message) ?? [];
  return single ?? double;
}

/**
 * `… table "dbo.item", column 'size'.`, if the check is of one column; `… into column 'name', table 'shop.dbo.owner';
 * …`; `… in table 'shop.dbo.owner', column 'name'. Truncated value: …`.
 */
function columnsOf(message: string): readonly string[] {
  const [, column] = /(?:, | into )column '(.+?)'(?=[.,;])/s.exec(message) ?? [];
  return column === undefined ? [] : [column];
}

/**
 * `Invalid column name 'size'.`, `Invalid object name 'item'.`,
 * `The SELECT permission was denied on the object 'item', database 'shop', schema 'dbo'.`,
 * `The SELECT permission was denied on the column 'size' of the object 'item', database 'shop', schema 'dbo'.`
 */
function missingName(fault: MssqlFault): Pick<DatabaseErrorOptions, "columns" | "table"> {
  const all = [fault, ...(fault.precedingErrors ?? [])];
  const nameOf = (number: number, pattern = /'(.+)'/s) => {
    const told = all.find((each) => Number(each.number) === number);
    return pattern.exec(told?.message ?? "")?.[1];
  };
  const column = nameOf(207) ?? nameOf(230, /on the column '(.+?)' of the object /is);
  const table =
    nameOf(208) ?? nameOf(229, /on the object '(.+?)', /is) ?? nameOf(230, /of the object '(.+?)', /is);
  return { ...(column !== undefined && { columns: [column] }), ...(table !== undefined && { table }) };
}

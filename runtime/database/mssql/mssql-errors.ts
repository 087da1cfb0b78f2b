import {
  DatabaseError,
  FULL_DISK_PATIENCE,
  type DatabaseErrorOptions,
  type FaultKind,
} from "../database-error.js";
import type { ConnectReason } from "../connect-reasons.js";
import { connectReason, isLostConnection } from "../network-faults.js";

type Fault = readonly [FaultKind, Omit<DatabaseErrorOptions, "cause">?];

const transient = { isTransient: true } as const;
const unclear = { isTransient: true, outcome: "unknown" } as const;
const fullDisk = { retryAfter: FULL_DISK_PATIENCE } as const;

/** By number (learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors). */
const faults: ReadonlyMap<number, Fault> = new Map<number, Fault>([
  [2627, ["unique"]],
  [2601, ["unique"]],
  [547, ["foreignKey"]],
  [515, ["notNull"]],
  [8152, ["tooLong"]],
  [2628, ["tooLong"]],
  [1946, ["tooLong"]],
  [220, ["outOfRange"]],
  [232, ["outOfRange"]],
  [241, ["outOfRange"]],
  [242, ["outOfRange"]],
  [245, ["outOfRange"]],
  [248, ["outOfRange"]],
  [8114, ["outOfRange"]],
  [8115, ["outOfRange"]],
  [8134, ["outOfRange"]],
  [8169, ["outOfRange"]],
  [9803, ["outOfRange"]],
  ...[1205, 3960, 3966, 3935, 41301, 41302, 41305, 41325, 41839].map((number): [number, Fault] => [
    number,
    ["deadlock", transient],
  ]),
  ...[1222, 1204, 1203, 8645, 8651, 8628, 601, 617, 669].map((number): [number, Fault] => [
    number,
    ["timeout", transient],
  ]),
  ...[
    ...[4060, 4221, 233, 64, 20, 53, 121, 997, 11001, 10060, 10928, 10929, 10936, 40197, 40501, 40540, 40613],
    ...[40143, 42108, 42109, 49918, 49919, 49920, 18401, 17197],
  ].map((number): [number, Fault] => [number, ["connection", unclear]]),
  ...[10053, 10054].map((number): [number, Fault] => [number, ["connection", unclear]]),
  [1101, ["connection", fullDisk]],
  [1105, ["connection", fullDisk]],
  [9002, ["connection", fullDisk]],
  [3906, ["connection"]],
]);

interface MssqlFault {
  readonly name?: string;
  readonly number?: number | string;
  readonly code?: string;
  readonly message?: string;
  readonly originalError?: MssqlFault & { readonly info?: { readonly code?: string } };
  readonly precedingErrors?: readonly MssqlFault[];
}

/** The last error of a request may only say that it ended: what ended it came before. */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const fault = error as MssqlFault;
  const reported = [fault, ...(fault.precedingErrors ?? [])];
  const told =
    reported.find(({ number }) => faults.has(Number(number))) ??
    reported.find(({ number }) => Number(number) >= FIRST_OWN_NUMBER);
  const [kind, options] = isCheck(told)
    ? check
    : (faults.get(Number(told?.number)) ?? (told === undefined ? faultOfDriver(fault) : refused));
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

const check: Fault = ["check"];
const refused: Fault = ["refused"];

const isOfColumn: ReadonlySet<FaultKind> = new Set<FaultKind>(["check", "notNull", "tooLong"]);

/** Whether it is a connection that could not be made. */
export function isConnectionError(error: unknown): boolean {
  return (error as { readonly name?: string } | undefined)?.name === "ConnectionError";
}

/** From here on, numbers are those that triggers throw (learn.microsoft.com/sql/t-sql/language-elements/throw-transact-sql). */
const FIRST_OWN_NUMBER = 50_000;

/** A check constraint has the number of a foreign key: only the text tells them apart. */
function isCheck(fault: MssqlFault | undefined): boolean {
  return Number(fault?.number) === 547 && /\bcheck constraint\b/i.test(fault?.message ?? "");
}

/** What the driver itself says, which has no number (node-mssql: Errors; tedious: Connection; tarn: TimeoutError). */
function faultOfDriver(fault: MssqlFault): Fault {
  if (isConnectionError(fault)) return connectFault(fault);
  // No connection of the pool became free.
  if (fault.name === "TimeoutError") return ["timeout", { outcome: "notSent", reason: "noAnswer" }];
  if (isSilence(fault)) return ["timeout", unclear];
  const codes = [fault.code, fault.originalError?.code, fault.originalError?.info?.code];
  if (codes.includes("ETIMEOUT")) return ["timeout", { outcome: "unknown" }];
  // The connection was lost while nothing ran on it: nothing was sent.
  if (codes.includes("EINVALIDSTATE")) return ["connection", { isTransient: true, outcome: "notSent" }];
  return codes.some((code) => isLost(code)) ? ["connection", unclear] : ["unknown"];
}

/**
 * What a server says that lets nobody in, by the words of its messages 17809, 18451, 18461, 17142, 6005, 18401, 17188, 40613, 927,
 * 942, 924, 916 and 4060 (learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors).
 */
const refusals: readonly (readonly [RegExp, ConnectReason])[] = [
  [/maximum number of .*connections/i, "full"],
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
  [/not able to access the database/i, "notAllowed"],
  [/\bdatabase\b/i, "noDatabase"],
];

/** A login that fails has a number on the wire, which the driver keeps to itself. */
function connectFault(fault: MssqlFault): Fault {
  const { code, message = "" } = fault;
  if (code === "ELOGIN") {
    const [, reason] = refusals.find(([words]) => words.test(message)) ?? [];
    const isTransient = reason === "full" || reason === "notReady" || reason === "closed";
    return ["connection", { outcome: "notSent", reason: reason ?? "login", isTransient }];
  }
  const reason = code === "ETIMEOUT" ? "noAnswer" : connectReason(fault);
  const isOfCertificate = reason === "untrusted" || reason === "otherName" || reason === "outdated";
  return ["connection", { outcome: "notSent", reason, isTransient: !isOfCertificate }];
}

/** The server has not confirmed in time that the statement is given up: its connection is closed, and only the text says so. */
function isSilence({ code, message = "" }: MssqlFault): boolean {
  return code === "ETIMEOUT" && message.startsWith("Failed to cancel request");
}

function isLost(code = ""): boolean {
  return (
    ["ESOCKET", "ECONNCLOSED", "ECLOSE", "ECANCEL", "EABORT"].includes(code) || isLostConnection({ code })
  );
}

/** SQL Server tells the constraint only in its text, in quotes, after the values of nothing: what may be in quotes too comes later. */
function constraintOf(message: string): string | undefined {
  const [, single, double] =
    /(?:constraint|unique index) (?:'(.+?)'(?=\. |$)|"(.+?)"(?=\. | on table |$))/is.exec(message) ?? [];
  return single ?? double;
}

/**
 * `… table "dbo.item", column 'size'.`, where the check is of one column; `… into column 'name', table 'shop.dbo.owner'; …`;
 * `… in table 'shop.dbo.owner', column 'name'. Truncated value: …`.
 */
function columnsOf(message: string): readonly string[] {
  const [, column] = /(?:, | into )column '(.+?)'(?=[.,;])/s.exec(message) ?? [];
  return column === undefined ? [] : [column];
}

/** `Invalid column name 'size'.`, `Invalid object name 'item'.` */
function missingName(fault: MssqlFault): Pick<DatabaseErrorOptions, "columns" | "table"> {
  const all = [fault, ...(fault.precedingErrors ?? [])];
  const nameOf = (number: number) => {
    const told = all.find((each) => Number(each.number) === number);
    return /'(.+)'/s.exec(told?.message ?? "")?.[1];
  };
  const [column, table] = [nameOf(207), nameOf(208)];
  return { ...(column !== undefined && { columns: [column] }), ...(table !== undefined && { table }) };
}

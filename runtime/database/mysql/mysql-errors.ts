import {
  DatabaseError,
  FULL_DISK_PATIENCE,
  type DatabaseErrorOptions,
  type FaultKind,
} from "../database-error.js";
import { isConnectFault, isLostConnection } from "../network-faults.js";

type Fault = readonly [FaultKind, Omit<DatabaseErrorOptions, "cause">?];

const transient = { isTransient: true } as const;
const notSent = { isTransient: true, outcome: "notSent" } as const;
const unclear = { isTransient: true, outcome: "unknown" } as const;
const fullDisk = { retryAfter: FULL_DISK_PATIENCE } as const;

/** By number (dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html, mariadb.com/kb/en/mariadb-error-codes/). */
const faults: Readonly<Record<number, Fault>> = {
  1062: ["unique"],
  1586: ["unique"],
  1451: ["foreignKey"],
  1452: ["foreignKey"],
  1216: ["foreignKey"],
  1217: ["foreignKey"],
  1048: ["notNull"],
  1364: ["notNull"],
  1406: ["tooLong"],
  1153: ["tooLong"],
  1264: ["outOfRange"],
  1265: ["outOfRange"],
  1292: ["outOfRange"],
  1366: ["outOfRange"],
  1411: ["outOfRange"],
  1690: ["outOfRange"],
  3140: ["outOfRange"],
  3819: ["check"],
  4025: ["check"],
  // What triggers signal (dev.mysql.com/doc/refman/8.4/en/signal.html).
  1644: ["refused"],
  1213: ["deadlock", transient],
  1614: ["deadlock", transient],
  1020: ["deadlock", transient],
  3058: ["deadlock", transient],
  // Of a row or, where a table is being changed, of the table.
  1205: ["timeout", transient],
  3024: ["timeout", { outcome: "undone" }],
  1969: ["timeout", { outcome: "undone" }],
  1317: ["timeout", { outcome: "undone" }],
  1040: ["connection", { ...notSent, reason: "full" }],
  1203: ["connection", { ...notSent, reason: "full" }],
  1226: ["connection", { ...notSent, reason: "full" }],
  1042: ["connection", notSent],
  1043: ["connection", notSent],
  3032: ["connection", { ...notSent, reason: "notReady" }],
  // A node of a cluster that the others have left, or that has not joined them yet: it does nothing.
  1047: ["connection", { ...notSent, reason: "notReady" }],
  1053: ["connection", unclear],
  1927: ["connection", unclear],
  4031: ["connection", notSent],
  // The wrong server after a failover: another connection may lead to the right one.
  1290: ["connection", transient],
  1836: ["connection", transient],
  1792: ["connection", transient],
  1021: ["connection", fullDisk],
  1114: ["connection", fullDisk],
  1045: ["connection", { reason: "login" }],
  1698: ["connection", { reason: "login" }],
  1820: ["connection", { reason: "login" }],
  1862: ["connection", { reason: "login" }],
  1044: ["connection", { reason: "notAllowed" }],
  1129: ["connection", { reason: "notAllowed" }],
  1130: ["connection", { reason: "notAllowed" }],
  3118: ["connection", { reason: "notAllowed" }],
  4151: ["connection", { reason: "notAllowed" }],
  // On a connection whose database is gone there is none that is used.
  1046: ["connection", { reason: "noDatabase" }],
  1049: ["connection", { reason: "noDatabase" }],
  3159: ["connection", { reason: "onlyTls" }],
};

interface MysqlFault {
  readonly errno?: number;
  readonly code?: string;
  readonly sqlMessage?: string;
  readonly message: string;
}

export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { errno = 0, code = "no code", sqlMessage = "" } = error as MysqlFault;
  const [kind, options] =
    faults[errno] ?? faultOfSystem(errno, sqlMessage) ?? faultOfDriver(error as MysqlFault);
  // Faults of the network have numbers below 0, of the operating system.
  return new DatabaseError(kind, `MySQL: ${errno > 0 ? String(errno) : code}`, {
    ...options,
    ...(kind === "unique" && { constraint: keyOf(sqlMessage) }),
    ...(kind === "foreignKey" && { constraint: constraintOf(sqlMessage) }),
    ...(kind === "check" && { constraint: checkOf(sqlMessage) }),
    ...(isOfValue.has(kind) && { columns: columnsOf(sqlMessage) }),
    ...(errno === 1054 && { columns: quoted(sqlMessage) }),
    ...(errno === 1146 && { table: quoted(sqlMessage)[0] }),
    cause: error,
  });
}

/** What the operating system says to the server, whose number is in the text: `Got error 28 "No space left on device"`. */
function faultOfSystem(errno: number, message: string): Fault | undefined {
  const isOfFiles = errno === 1030 || errno === 1026 || errno === 3;
  return isOfFiles && /\b(?:error|errcode|errno):? 28\b/i.test(message)
    ? ["connection", fullDisk]
    : undefined;
}

/** What the driver itself says, which has no number of the server (mysql2/lib/base/connection.js, pool.js). */
function faultOfDriver(error: MysqlFault): Fault {
  const { code, message } = error;
  if (code === "PROTOCOL_CONNECTION_LOST") return ["connection", { ...unclear, reason: "cut" }];
  if (code === "HANDSHAKE_NO_SSL_SUPPORT") return ["connection", { reason: "noTls" }];
  if (code === "HANDSHAKE_SSL_ERROR") return ["connection"];
  // Was closed already when the statement came.
  if (message.startsWith("Can't add new command when connection is in closed state"))
    return ["connection", notSent];
  if (message === "Pool is closed.") return ["connection", { outcome: "notSent" }];
  if (isConnectFault(error)) return ["connection", notSent];
  return isLostConnection(error) ? ["connection", unclear] : ["unknown"];
}

/** MySQL tells the key only in its text, after the value: `Duplicate entry 'x' for key 'thing.ux_thing.title'`. */
function keyOf(message: string): string | undefined {
  return /for key '((?:[^']|'')+)'$/.exec(message)?.[1];
}

/** `… a foreign key constraint fails (`shop`.`item`, CONSTRAINT `fk_item.owner` FOREIGN KEY (`owner`) REFERENCES …` */
function constraintOf(message: string): string | undefined {
  return /CONSTRAINT `((?:[^`]|``)+)` FOREIGN KEY/.exec(message)?.[1]?.replaceAll("``", "`");
}

/** MySQL: `Check constraint 'item_size' is violated.` MariaDB: ``CONSTRAINT `item_size` failed for `shop`.`item` ``. */
function checkOf(message: string): string | undefined {
  const [, single, backquoted] =
    /^(?:Check constraint '(.+)' is|CONSTRAINT `(.+)` failed)/s.exec(message) ?? [];
  return single ?? backquoted;
}

const isOfValue: ReadonlySet<FaultKind> = new Set<FaultKind>(["notNull", "tooLong", "outOfRange"]);

/**
 * The column is told at the end, after the value: `… for column 'n' at row 1`, ``… for column `shop`.`item`.`n` at row 1``;
 * and where there is no value, at the beginning: `Column 'n' cannot be null`, `Field 'n' doesn't have a default value`.
 */
function columnsOf(message: string): readonly string[] {
  const [, atEnd, atBegin] =
    /for column (?:`[^`]*`\.`[^`]*`\.)?['`]([^'`]+)['`](?: at row \d+|\.)$|^(?:Column|Field) '([^']+)'/s.exec(
      message,
    ) ?? [];
  const column = atEnd ?? atBegin;
  return column === undefined ? [] : [column];
}

/** What a message that holds no value names first: `Unknown column 'n' in 'SELECT'`. */
function quoted(message: string): readonly string[] {
  const [, name] = /'([^']+)'/.exec(message) ?? [];
  return name === undefined ? [] : [name];
}

import { DatabaseError, type FaultKind } from "../../../wire/database-error.js";
import {
  faultOfNetwork,
  faultTable,
  lasting,
  notSent,
  transient,
  unclear,
  type Fault,
} from "../../../wire/fault-table.js";

/**
 * Faults by error number (dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html,
 * mariadb.com/kb/en/mariadb-error-codes/).
 */
const faults = faultTable<number>([
  ["unique", {}, 1062, 1586],
  ["foreignKey", {}, 1451, 1452, 1216, 1217],
  ["notNull", {}, 1048, 1364],
  ["tooLong", {}, 1406, 1153],
  // The transaction is larger than the binary log allows, in memory and on disk.
  ["tooLarge", {}, 1197],
  ["outOfRange", {}, 1264, 1265, 1292, 1366, 1411, 1690, 3140],
  ["check", {}, 3819, 4025],
  // Errors signalled by triggers (dev.mysql.com/doc/refman/8.4/en/signal.html).
  ["refused", {}, 1644],
  // 1356: a view refers to a table or column that does not exist. 1305, 1318: a procedure or function does not exist,
  // or has another number of parameters.
  ["missing", lasting, 1054, 1146, 1356, 1305, 1318],
  // 1412: a table has been rebuilt since the transaction began, for example by a migration.
  ["deadlock", transient, 1213, 1614, 1020, 3058, 1412],
  // A lock timeout of a row, or of a table that is being changed.
  ["timeout", transient, 1205],
  ["timeout", {}, 3024, 1969, 1317],
  ["connection", { ...notSent, reason: "full" }, 1040, 1203, 1226],
  // 1047: a cluster node that has lost the others or has not joined them yet. It runs no statements.
  ["connection", { ...notSent, reason: "notReady" }, 3032, 1047],
  ["connection", notSent, 1042, 1043, 4031],
  ["connection", unclear, 1053, 1927],
  // A node that loses the others while it commits: the others may have received the transaction (`provider status:
  // …`).
  ["connection", unclear, 1180],
  // The server is read-only after a failover: another connection may reach the new primary.
  ["connection", { ...transient, takesNoWrites: true }, 1290, 1836, 1792],
  // 167 (MariaDB), 1467: no generated key is left for another row.
  ["connection", lasting, 1021, 1114, 167, 1467],
  ["connection", { reason: "login" }, 1045, 1698, 1820, 1862],
  ["connection", { reason: "notAllowed" }, 1044, 1129, 1130, 3118, 4151],
  // After its database was dropped, a connection has no current database.
  ["connection", { reason: "noDatabase" }, 1046, 1049],
  ["connection", { reason: "onlyTls" }, 3159],
]);

/** Numbers that MySQL and MariaDB hardly use, but that triggers may signal. */
const ofOtherEngines = faultTable<number>([
  // TiDB: conflicts of writes and with changed tables (docs.pingcap.com/tidb/stable/error-codes).
  ["deadlock", transient, 8002, 8005, 8022, 8027, 8028, 9007],
  // TiDB: a part of the cluster does not answer. An unknown outcome of a commit ends the connection instead.
  ["timeout", transient, 9001, 9002, 9003, 9004, 9005],
  // Vitess has one number for all errors without a number in MySQL, such as a shard that cannot be reached.
  ["connection", unclear, 1105],
]);

/** The state of errors signalled by triggers, whatever their number. */
const SIGNALLED = "45000";

interface MysqlFault {
  readonly errno?: number;
  readonly sqlState?: string;
  readonly code?: string;
  readonly sqlMessage?: string;
  readonly message: string;
}

export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { errno = 0, code = "no code", sqlMessage = "", sqlState } = error as MysqlFault;
  const [kind, options]: Fault =
    tooLarge(errno, sqlMessage) ??
    faults.get(errno) ??
    (sqlState === SIGNALLED ? ["refused"] : ofOtherEngines.get(errno)) ??
    faultOfSystem(errno, sqlMessage) ??
    faultOfDriver(error as MysqlFault);
  // Network errors have negative numbers, from the operating system.
  return new DatabaseError(kind, `MySQL: ${errno > 0 ? String(errno) : code}`, {
    ...options,
    constraint: constraintOf(kind, sqlMessage),
    ...(isOfValue.has(kind) && { columns: columnsOf(sqlMessage) }),
    ...(errno === 1054 && { columns: quoted(sqlMessage) }),
    ...((errno === 1146 || errno === 1356) && { table: quoted(sqlMessage)[0] }),
    cause: error,
  });
}

/**
 * Operating system errors of the server, whose number is only in the message:
 * `Got error 28 "No space left on device"`.
 */
function faultOfSystem(errno: number, message: string): Fault | undefined {
  const isOfFiles = errno === 1030 || errno === 1026 || errno === 3;
  return isOfFiles && /\b(?:error|errcode|errno):? 28\b/i.test(message) ? ["connection", lasting] : undefined;
}

/**
 * A transaction that is too large for a Galera cluster. Its numbers are used for other errors too (MariaDB 10.11):
 * 1105 with `Maximum writeset size exceeded`, 1180 with `wsrep_max_ws_rows exceeded`.
 */
function tooLarge(errno: number, message: string): Fault | undefined {
  if (errno !== 1105 && errno !== 1180) return undefined;
  return /writeset size exceeded|wsrep_max_ws_/i.test(message) ? ["tooLarge"] : undefined;
}

/**
 * Classifies the driver's own errors, which have no server error number (mysql2/lib/base/connection.js,
 * pool.js).
 */
function faultOfDriver(error: MysqlFault): Fault {
  const { code, message } = error;
  if (code === "PROTOCOL_CONNECTION_LOST") return ["connection", { ...unclear, reason: "cut" }];
  if (code === "HANDSHAKE_NO_SSL_SUPPORT") return ["connection", { reason: "noTls" }];
  if (code === "HANDSHAKE_SSL_ERROR") return ["connection"];
  // The connection was already closed when the statement came.
  if (message.startsWith("Can't add new command when connection is in closed state"))
    return ["connection", notSent];
  if (message === "Pool is closed.") return ["connection", { outcome: "notSent" }];
  return faultOfNetwork(error);
}

/** How messages name a constraint. */
const constraints: Partial<Record<FaultKind, RegExp>> = {
  // After the value: `Duplicate entry 'x' for key 'thing.ux_thing.title'`.
  unique: /for key '((?:[^']|'')+)'$/,
  // `… a foreign key constraint fails (`shop`.`item`, CONSTRAINT `fk_item.owner` FOREIGN KEY (`owner`) REFERENCES …`
  foreignKey: /CONSTRAINT `((?:[^`]|``)+)` FOREIGN KEY/,
  // MySQL: `Check constraint 'item_size' is violated.` MariaDB: ``CONSTRAINT `item_size` failed for `shop`.`item` ``.
  check: /^(?:Check constraint '(.+)' is|CONSTRAINT `(.+)` failed)/s,
};

function constraintOf(kind: FaultKind, message: string): string | undefined {
  const [, name, ofMariadb] = constraints[kind]?.exec(message) ?? [];
  return kind === "foreignKey" ? name?.replaceAll("``", "`") : (name ?? ofMariadb);
}

const isOfValue: ReadonlySet<FaultKind> = new Set<FaultKind>(["notNull", "tooLong", "outOfRange"]);

/**
 * The column is named at the end, after the value: `… for column 'n' at row 1`, ``… for column
 * `shop`.`item`.`n` at row 1``. Without a value, it is named at the beginning: `Column 'n' cannot be null`,
 * `Field 'n' doesn't have a default value`.
 */
function columnsOf(message: string): readonly string[] {
  const [, atEnd, atBegin] =
    /for column (?:`[^`]*`\.`[^`]*`\.)?['`]([^'`]+)['`](?: at row \d+|\.)$|^(?:Column|Field) '([^']+)'/s.exec(
      message,
    ) ?? [];
  const column = atEnd ?? atBegin;
  return column === undefined ? [] : [column];
}

/** The first name in a message that contains no value: `Unknown column 'n' in 'SELECT'`. */
function quoted(message: string): readonly string[] {
  const [, name] = /'([^']+)'/.exec(message) ?? [];
  return name === undefined ? [] : [name];
}

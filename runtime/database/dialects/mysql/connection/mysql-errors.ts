import { DatabaseError, type DatabaseErrorOptions, type FaultKind } from "../../../wire/database-error.js";
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
  // 1761, 1762: a cascade of a foreign key would make duplicates.
  ["unique", {}, 1062, 1586, 1022, 1169, 1761, 1762, 1859],
  ["foreignKey", {}, 1451, 1452, 1216, 1217],
  // 1423, 1978: a column without a default that it may have, such as `0000-00-00`.
  ["notNull", {}, 1048, 1364, 1423, 1978],
  // 1118, 1713: a row is too long.
  ["tooLong", {}, 1406, 1153, 1118, 1301, 1713, 3150, 3907],
  // The transaction is larger than the binary log allows, in memory and on disk (1197), than the memory for locks
  // (1206), or than group replication allows (3231).
  ["tooLarge", {}, 1197, 1206, 3231],
  // A join of 61 tables, and a row of 4096 columns.
  ["tooWide", {}, 1116, 1117],
  ["outOfRange", {}, 1264, 1265, 1292, 1300, 1365, 1366, 1367, 1411, 1441, 1525, 1690],
  // No partition takes the value.
  ["outOfRange", {}, 1526, 1748],
  // MariaDB: a value that a computed column or a condition cannot convert.
  ["outOfRange", {}, 1916, 1917, 1918],
  // JSON and other values within the expressions of computed columns and indexes.
  [
    "outOfRange",
    {},
    3140,
    3141,
    3144,
    3146,
    3147,
    3155,
    3156,
    3157,
    3158,
    3751,
    3752,
    3853,
    3854,
    3903,
    3904,
  ],
  // Geometries.
  ["outOfRange", {}, 1416, 3033, 3037, 3616, 3617, 3643, 3731, 3732],
  // 1369: a row that a view with check option would not show. 3934: a check by `json_schema_valid`.
  ["check", {}, 3819, 4025, 1369, 3934],
  // Errors signalled by triggers (dev.mysql.com/doc/refman/8.4/en/signal.html), and those that they cause themselves:
  // cases and rows that they do not expect, commits, recursion, and changes of the table that is being changed.
  ["refused", {}, 1644, 1172, 1329, 1339, 1422, 1424, 1442, 1456, 1643],
  // Cascades of foreign keys that are too deep.
  ["refused", {}, 3008],
  // Views that cannot be written, and computed columns.
  ["refused", {}, 1288, 1348, 1393, 1394, 1395, 1471, 1906, 3105],
  // 1356: a view refers to a table or column that does not exist. 1305, 1318: a procedure or function does not exist,
  // or has another number of parameters. 4091: a sequence does not exist.
  ["missing", lasting, 1054, 1146, 1356, 1305, 1318, 4091],
  // The user lacks a right, or the definer of a view, trigger or routine (1449) is gone.
  ["missing", lasting, 1142, 1143, 1227, 1370, 1449],
  // 1412: a table has been rebuilt since the transaction began, for example by a migration. 1615: so has one of a
  // prepared statement. 3101: another member of a replication group has changed the row.
  ["deadlock", transient, 1213, 1614, 1020, 3058, 1412, 1297, 1615, 3101],
  // A lock timeout of a row, or of a table that is being changed.
  ["timeout", transient, 1205, 3572],
  // 1104: the server's limit on the rows that a read examines (max_join_size).
  ["timeout", {}, 3024, 1969, 1317, 1028, 1104, 3699],
  // Memory is short, also that for sorting (1038), the stack (1119, 1436), and the number of prepared statements (1461)
  // or transactions (1637).
  ["timeout", transient, 1037, 1038, 1041, 1119, 1436, 1461, 1637, 3015, 3985],
  ["connection", { ...notSent, reason: "full" }, 1040, 1135, 1203, 1226],
  // 1047: a cluster node that has lost the others or has not joined them yet. It runs no statements.
  ["connection", { ...notSent, reason: "notReady" }, 3032, 1047],
  ["connection", notSent, 1042, 1043, 4031],
  // 3169: the session was killed. 1152 to 1161, 1184: the server has closed the connection.
  ["connection", unclear, 1053, 1927, 3169, 1152, 1158, 1159, 1160, 1161, 1184],
  // A node that loses the others while it commits: the others may have received the transaction (`provider status:
  // …`).
  ["connection", unclear, 1180],
  // The server is read-only after a failover: another connection may reach the new primary.
  ["connection", { ...transient, takesNoWrites: true }, 1290, 1836, 1792],
  // 167 (MariaDB), 1467: no generated key is left for another row. 4084: a sequence has ended.
  ["connection", lasting, 1021, 1114, 167, 1467, 4084],
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
    faultOfEngine(errno, sqlMessage) ??
    faultOfCollations(errno, sqlMessage) ??
    faultOfDriver(error as MysqlFault);
  // Network errors have negative numbers, from the operating system.
  return new DatabaseError(kind, `MySQL: ${errno > 0 ? String(errno) : code}`, {
    ...options,
    constraint: constraintOf(kind, sqlMessage),
    ...(isOfValue.has(kind) && { columns: columnsOf(sqlMessage) }),
    ...missingName(errno, sqlMessage),
    cause: error,
  });
}

/**
 * Errors of the operating system and of the storage engine, whose number is only in the message:
 * `Got error 28 "No space left on device"`, `Got error 193 '…' from InnoDB`.
 */
function faultOfEngine(errno: number, message: string): Fault | undefined {
  const isOfFiles = errno === 1030 || errno === 1026 || errno === 3;
  if (isOfFiles && /\b(?:error|errcode|errno):? 28\b/i.test(message)) return ["connection", lasting];
  // MariaDB: cascades of foreign keys that are too deep.
  return errno === 1296 && /^Got error 193 /.test(message) ? ["refused"] : undefined;
}

/**
 * `Illegal mix of collations (latin1_swedish_ci,IMPLICIT) and (utf8mb4_bin,COERCIBLE) for operation '='`: a value has
 * characters that the column's character set lacks. Without a value, two columns cannot be compared.
 */
function faultOfCollations(errno: number, message: string): Fault | undefined {
  if (errno !== 1267 && errno !== 1270 && errno !== 1271) return undefined;
  return message.includes(",COERCIBLE)") ? ["outOfRange"] : ["missing", lasting];
}

/**
 * A transaction that is too large for a Galera cluster. Its numbers are used for other errors too (MariaDB 10.11):
 * 1105 with `Maximum writeset size exceeded`, 1180 with `wsrep_max_ws_rows exceeded`.
 */
function tooLarge(errno: number, message: string): Fault | undefined {
  if (errno !== 1105 && errno !== 1180) return undefined;
  return /writeset size exceeded|wsrep_max_ws_/i.test(message) ? ["tooLarge"] : undefined;
}

/** Classifies the driver's own errors, which have no server error number (mysql2/lib/base/connection.js, pool.js). */
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
    /for column (?:`[^`]*`\.`[^`]*`\.)?['`]([^'`]+)['`](?: at row \d+|\.)?$|^(?:Column|Field) '([^']+)'/s.exec(
      message,
    ) ?? [];
  const column = atEnd ?? atBegin;
  return column === undefined ? [] : [column];
}

/**
 * The name in a message that contains no value: `Unknown column 'n' in 'SELECT'`, ``INSERT command denied to user
 * 'u'@'h' for table `shop`.`item` ``, `SELECT command denied to user 'u'@'h' for column 'n' in table 'item'`.
 */
function missingName(errno: number, message: string): Pick<DatabaseErrorOptions, "columns" | "table"> {
  const [, first] = /'([^']+)'/.exec(message) ?? [];
  if (errno === 1054) return { columns: first === undefined ? [] : [first] };
  if (errno === 1146 || errno === 1356) return { table: first };
  if (errno !== 1142 && errno !== 1143) return {};
  const [, column] = / for column '([^']+)'/.exec(message) ?? [];
  const [, table] = / table (?:`[^`]*`\.)?['`]([^'`]+)['`]$/.exec(message) ?? [];
  return { table, ...(column !== undefined && { columns: [column] }) };
}

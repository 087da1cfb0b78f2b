import { DatabaseError, type DatabaseErrorOptions, type FaultKind } from "../database-error.js";
import { isConnectFault, isLostConnection } from "../network-faults.js";

type Fault = readonly [FaultKind, Omit<DatabaseErrorOptions, "cause">?];

const transient = { isTransient: true } as const;
const notSent = { isTransient: true, outcome: "notSent" } as const;
const unclear = { isTransient: true, outcome: "unknown" } as const;

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
  3819: ["outOfRange"],
  4025: ["outOfRange"],
  1213: ["deadlock", transient],
  1614: ["deadlock", transient],
  1020: ["deadlock", transient],
  3058: ["deadlock", transient],
  1205: ["timeout", transient],
  3024: ["timeout", { outcome: "undone" }],
  1969: ["timeout", { outcome: "undone" }],
  1317: ["timeout", { outcome: "undone" }],
  1040: ["connection", notSent],
  1203: ["connection", notSent],
  1042: ["connection", notSent],
  1043: ["connection", notSent],
  1053: ["connection", unclear],
  1927: ["connection", unclear],
  1290: ["connection"],
  1836: ["connection"],
  1021: ["connection"],
  1114: ["connection"],
};

interface MysqlFault {
  readonly errno?: number;
  readonly code?: string;
  readonly sqlMessage?: string;
}

export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { errno = 0, code = "", sqlMessage = "" } = error as MysqlFault;
  const [kind, options] = faults[errno] ?? faultOfDriver(error, code);
  return new DatabaseError(kind, `MySQL: ${errno === 0 ? code : String(errno)}`, {
    ...options,
    ...(kind === "unique" && { constraint: keyOf(sqlMessage) }),
    ...(kind === "foreignKey" && { constraint: constraintOf(sqlMessage) }),
    cause: error,
  });
}

/** What the driver itself says, which has no number. */
function faultOfDriver(error: unknown, code: string): Fault {
  if (isConnectFault(error)) return ["connection", notSent];
  if (code === "PROTOCOL_SEQUENCE_TIMEOUT") return ["timeout", { outcome: "unknown" }];
  if (code === "PROTOCOL_CONNECTION_LOST" || isLostConnection(error)) return ["connection", unclear];
  if (code.startsWith("HANDSHAKE_")) return ["connection"];
  return ["unknown"];
}

/** MySQL tells the key only in its text, after the value: `Duplicate entry 'x' for key 'thing.ux_thing.title'`. */
function keyOf(message: string): string | undefined {
  return /for key '((?:[^']|'')+)'$/.exec(message)?.[1];
}

/** `… a foreign key constraint fails (`shop`.`item`, CONSTRAINT `fk_item.owner` FOREIGN KEY (`owner`) REFERENCES …` */
function constraintOf(message: string): string | undefined {
  return /CONSTRAINT `((?:[^`]|``)+)` FOREIGN KEY/.exec(message)?.[1]?.replaceAll("``", "`");
}

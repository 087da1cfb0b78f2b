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

/** By SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html). */
const faults: Readonly<Record<string, Fault>> = {
  "23505": ["unique"],
  "23P01": ["unique"],
  "23503": ["foreignKey"],
  "23001": ["foreignKey"],
  "23502": ["notNull"],
  "23514": ["check"],
  "22001": ["tooLong"],
  "54000": ["tooLong"],
  "22003": ["outOfRange"],
  "22007": ["outOfRange"],
  "22008": ["outOfRange"],
  "22P02": ["outOfRange"],
  "22P03": ["outOfRange"],
  "22021": ["outOfRange"],
  "22P05": ["outOfRange"],
  // What triggers raise (postgresql.org/docs/current/plpgsql-errors-and-messages.html), and the standard's own code for it.
  P0001: ["refused"],
  "45000": ["refused"],
  "40001": ["deadlock", transient],
  "40P01": ["deadlock", transient],
  "55P03": ["timeout", transient],
  "55006": ["timeout", transient],
  // A prepared statement that the server no longer knows, or whose table has changed since: a new connection has neither.
  "26000": ["connection", transient],
  "57014": ["timeout", { outcome: "undone" }],
  "08000": ["connection", notSent],
  "08001": ["connection", notSent],
  "08004": ["connection", notSent],
  "53000": ["connection", notSent],
  "53200": ["connection", notSent],
  "53300": ["connection", { ...notSent, reason: "full" }],
  "53400": ["connection", notSent],
  "57P03": ["connection", { ...notSent, reason: "notReady" }],
  "28P01": ["connection", { reason: "login" }],
  "3D000": ["connection", { reason: "noDatabase" }],
  "08003": ["connection", unclear],
  "08006": ["connection", unclear],
  "08007": ["connection", unclear],
  "40003": ["connection", unclear],
  "57P01": ["connection", unclear],
  "57P02": ["connection", unclear],
  "57P05": ["connection", unclear],
  "58000": ["connection", unclear],
  "58030": ["connection", unclear],
  "53100": ["connection", fullDisk],
  // The wrong server after a failover: another connection may lead to the right one.
  "25006": ["connection", transient],
};

interface PostgresFault {
  readonly code?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly message: string;
  readonly routine?: string;
}

export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code = "", constraint, column } = error as PostgresFault;
  const [kind, options] = faults[code] ?? faultOfText(error as PostgresFault);
  return new DatabaseError(kind, `PostgreSQL: ${code === "" ? "no code" : code}`, {
    ...options,
    constraint,
    columns: column === undefined ? [] : [column],
    ...missingName(error as PostgresFault),
    cause: error,
  });
}

/** PostgreSQL tells only in its text what is not there: `column "size" …`, `column r0.size …`, `relation "item" …`. */
function missingName({ code, message }: PostgresFault): Pick<DatabaseErrorOptions, "columns" | "table"> {
  if (code !== "42703" && code !== "42P01") return {};
  const name = /"(.+?)"/.exec(message)?.[1] ?? /(\S+\.\S+)/.exec(message)?.[1];
  if (name === undefined) return {};
  return code === "42P01" ? { table: name } : { columns: [name] };
}

/** What has no SQLSTATE, or one that says too little. */
function faultOfText(error: PostgresFault): Fault {
  const { code, message, routine } = error;
  if (code === "28000") return ["connection", { reason: /pg_hba/.test(message) ? "notAllowed" : "login" }];
  // Of databases and of who may use them, its words are in the server's language.
  if (routine === "CheckMyDatabase" && code === "55000")
    return ["connection", { ...notSent, reason: "closed" }];
  if (routine === "CheckMyDatabase" && code === "42501")
    return ["connection", { outcome: "notSent", reason: "notAllowed" }];
  if (code === "0A000" && routine === "RevalidateCachedQuery") return ["connection", transient];
  const ownWords = driverFaults.find(([words]) => message.startsWith(words));
  if (ownWords !== undefined) return ["connection", ownWords[1]];
  if (isConnectFault(error)) return ["connection", notSent];
  return isLostConnection(error) ? ["connection", unclear] : ["unknown"];
}

/** The driver's own words where it gives no code (pg-pool/index.js, pg/lib/client.js, connection.js). */
const driverFaults: readonly (readonly [words: string, options: Omit<DatabaseErrorOptions, "cause">])[] = [
  ["timeout exceeded when trying to connect", { ...notSent, reason: "noAnswer" }],
  ["timeout expired", { ...notSent, reason: "noAnswer" }],
  ["Connection terminated due to connection timeout", { ...notSent, reason: "noAnswer" }],
  ["Client has encountered a connection error", notSent],
  ["Client was closed", notSent],
  ["Cannot use a pool after calling end", { outcome: "notSent" }],
  ["Connection terminated", { ...unclear, reason: "cut" }],
  ["The server does not support SSL connections", { reason: "noTls" }],
  // A server that asks for a password where there is none, or one whose proof of knowing it is wrong.
  ["SASL: ", { reason: "login" }],
];

import { POOLER_REMEDY } from "../../../wire/connect-reasons.js";
import { DatabaseError, type DatabaseErrorOptions } from "../../../wire/database-error.js";
import {
  faultOfNetwork,
  faultTable,
  lasting,
  notSent,
  transient,
  unclear,
  type Fault,
  type FaultOptions,
} from "../../../wire/fault-table.js";

/** Faults by SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html). */
const faults = faultTable<string>([
  ["unique", {}, "23505", "23P01"],
  ["foreignKey", {}, "23503", "23001"],
  ["notNull", {}, "23502"],
  // 44000: a row that its view would not show.
  ["check", {}, "23514", "44000"],
  // 54001: a value is too deep, such as a search query with many parentheses.
  // A row of a result has 1664 columns at most (postgresql.org/docs/current/limits.html).
  ["tooWide", {}, "54011"],
  ["tooLong", {}, "22001", "22026", "54000", "54001"],
  // 2200M, 2200N: invalid XML. 22000: among others, a range whose bounds are in the wrong order.
  ["outOfRange", {}, "22000", "2200M", "2200N"],
  ["outOfRange", {}, "22003", "22007", "22008", "22015", "22P02", "22P03", "22021", "22P05"],
  // Errors raised by triggers (postgresql.org/docs/current/plpgsql-errors-and-messages.html), and the SQL
  // standard's code for them. P0002, P0003, P0004: `into strict` and `assert`. 27000: a trigger has changed the row
  // itself. 38000: an exception in another language. 428C9: a value for a column that the database computes.
  ["refused", {}, "P0001", "P0002", "P0003", "P0004", "45000", "27000", "38000", "428C9"],
  // 42883, 42725, 42809: a procedure or function does not exist, has other parameters or is of the other kind.
  // 42P10: a unique index of an upsert. 42704, 3F000: a type, a schema. 42P22: two collations in a join.
  ["missing", lasting, "42703", "42P01", "42883", "42725", "42809", "42P10", "42704", "3F000", "42P22"],
  // 72000: the snapshot is too old.
  ["deadlock", transient, "40001", "40P01", "40000", "72000"],
  ["timeout", transient, "55P03", "55006"],
  ["timeout", {}, "57014"],
  // 26000: the server no longer knows a prepared statement, or its table has changed. A new connection solves both.
  // 25006: the server is read-only after a failover. Another connection may reach the new primary.
  ["connection", { ...transient, reason: "pooler" }, "26000"],
  ["connection", { ...transient, takesNoWrites: true }, "25006"],
  // 42P05: another client has prepared it, on a connection that a pooler shares.
  ["connection", { ...lasting, reason: "pooler" }, "42P05"],
  ["connection", notSent, "08000", "08001", "08004", "53000", "53200", "53400"],
  ["connection", { ...notSent, reason: "full" }, "53300"],
  ["connection", { ...notSent, reason: "notReady" }, "57P03"],
  ["connection", { reason: "login" }, "28P01"],
  ["connection", { reason: "noDatabase" }, "3D000"],
  ["connection", unclear, "08003", "08006", "08007", "40003", "57P01", "57P02", "57P05", "58000", "58030"],
  // A limit of the server for transactions, and a database that was dropped.
  ["connection", unclear, "25P03", "25P04", "57P04"],
  // A foreign table whose server cannot be reached.
  ["connection", lasting, "HV00N"],
  // CockroachDB: a range or another node cannot be reached.
  ["connection", unclear, "58C00", "58C01"],
  // 2200H: the sequence is exhausted.
  ["connection", lasting, "53100", "2200H"],
]);

/** The beginning of Citus's context for a statement that failed on another node. */
const ON_ANOTHER_NODE = "while executing command on ";

interface PostgresFault {
  readonly code?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly table?: string;
  /** The outer statements, for a statement within a function. */
  readonly where?: string;
  readonly message: string;
  readonly routine?: string;
  readonly severity?: string;
}

export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code = "", table, where } = error as PostgresFault;
  const isElsewhere = where?.startsWith(ON_ANOTHER_NODE) === true;
  const { constraint, column } = isElsewhere ? quotedNames(error as PostgresFault) : (error as PostgresFault);
  const [kind, options] = faults.get(code) ?? faultOfText(error as PostgresFault);
  const remedy = options?.reason === "pooler" ? `. ${POOLER_REMEDY}` : "";
  return new DatabaseError(kind, `PostgreSQL: ${code === "" ? "no code" : code}${remedy}`, {
    ...options,
    constraint,
    columns: column === undefined ? [] : [column],
    // Only for a statement within a function: otherwise the table may have another name, such as that of a partition.
    ...(where !== undefined && !isElsewhere && { table }),
    ...missingName(error as PostgresFault),
    cause: error,
  });
}

/**
 * For an error of another node, Citus repeats the message, but not the separate names that PostgreSQL sends. The
 * message ends with the name of the constraint; a message about null begins with the name of the column.
 */
function quotedNames({ code = "", message }: PostgresFault): Pick<PostgresFault, "constraint" | "column"> {
  if (!code.startsWith("23")) return {};
  // A name may contain quotes, which are not doubled.
  const pattern = code === "23502" ? /column "(.+)" of relation/s : /constraint "(.+?)"(?: on table ".+")?$/s;
  const names = Array.from(message.matchAll(/"([^"]*)"/g), ([, name]) => name);
  const name = pattern.exec(message)?.[1] ?? (code === "23502" ? names[0] : names.at(-1));
  if (name === undefined) return {};
  return code === "23502" ? { column: name } : { constraint: name };
}

/** Only the message names what does not exist: `column "size" …`, `column r0.size …`, `relation "item" …`. */
function missingName({ code, message }: PostgresFault): Pick<DatabaseErrorOptions, "columns" | "table"> {
  if (code === "42501") {
    const denied = /^permission denied for (?:table|view|\S+ view|relation|foreign table) (.+)$/.exec(
      message,
    )?.[1];
    return denied === undefined ? {} : { table: denied };
  }
  if (code !== "42703" && code !== "42P01") return {};
  const name = /"(.+?)"/.exec(message)?.[1] ?? /(\S+\.\S+)/.exec(message)?.[1];
  if (name === undefined) return {};
  return code === "42P01" ? { table: name } : { columns: [name] };
}

/** Classifies errors without an SQLSTATE, or with one that is too general. */
function faultOfText(error: PostgresFault): Fault {
  const { code, message, routine, severity } = error;
  if (code === "28000") return ["connection", { reason: /pg_hba/.test(message) ? "notAllowed" : "login" }];
  // Messages about databases and permissions are in the server's language, so the name of the routine decides.
  if (routine === "CheckMyDatabase" && code === "55000")
    return ["connection", { ...notSent, reason: "closed" }];
  if (routine === "CheckMyDatabase" && code === "42501")
    return ["connection", { outcome: "notSent", reason: "notAllowed" }];
  // A right to a table, view or routine. A policy of its rows has another routine.
  if (code === "42501" && routine?.startsWith("aclcheck_error") === true) return ["missing", lasting];
  // A materialized view has no rows yet, or a view takes no writes without a trigger.
  if (code === "55000" && /^(?:ExecOpenScanRelation|rewriteTargetView)$/.test(routine ?? ""))
    return ["missing", lasting];
  // A part of a text of a collation for which different texts are equal (before PostgreSQL 18).
  if (
    code === "0A000" &&
    /^(?:text_position_setup|GenericMatchText|Generic_Text_IC_like)$/.test(routine ?? "")
  )
    return ["unsupported"];
  if (code === "0A000" && routine === "RevalidateCachedQuery") return ["connection", transient];
  // A rule replaces the statement and returns no row (postgresql.org/docs/current/sql-createrule.html).
  if (code === "0A000" && routine === "RewriteQuery") return ["refused"];
  // A policy rejects the new row, with the code of a missing right.
  if (routine === "ExecWithCheckOptions") return ["refused"];
  // A search query with many `!`, for which PostgreSQL has no code of its own.
  if (code === "XX000" && routine === "pushOpStack") return ["tooLong"];
  // The types of text search, `hstore` and `ltree` report an invalid value as a syntax error in SQL.
  if (code === "42601" && routine !== undefined && routine !== "scanner_yyerror") return ["outOfRange"];
  // A function or a trigger raises an error with a code of its own.
  if (routine === "exec_stmt_raise") return ["refused"];
  // All data exceptions are of a value, if a statement has failed and not the log-in.
  if (code?.startsWith("22") === true && severity !== "FATAL") return ["outOfRange"];
  const isOfPooler = code === PROTOCOL_VIOLATION || code === INTERNAL_ERROR;
  const ownWords = (isOfPooler ? poolerFaults : driverFaults).find(([words]) => message.startsWith(words));
  if (ownWords !== undefined) return ["connection", ownWords[1]];
  // The pooler, or the server, ends the connection.
  if (isOfPooler && severity === "FATAL") return ["connection", unclear];
  return faultOfNetwork(error);
}

/** The driver's messages for errors without a code (pg-pool/index.js, pg/lib/client.js, connection.js). */
const driverFaults: readonly (readonly [words: string, options: FaultOptions])[] = [
  ["timeout exceeded when trying to connect", { ...notSent, reason: "noAnswer" }],
  ["timeout expired", { ...notSent, reason: "noAnswer" }],
  ["Connection terminated due to connection timeout", { ...notSent, reason: "noAnswer" }],
  ["Client has encountered a connection error", notSent],
  ["Client was closed", notSent],
  ["Cannot use a pool after calling end", { outcome: "notSent" }],
  ["Connection terminated", { ...unclear, reason: "cut" }],
  ["The server does not support SSL connections", { reason: "noTls" }],
  // The server asks for a password and there is none, or the server fails to prove that it knows the password.
  ["SASL: ", { reason: "login" }],
];

/** The code of nearly all of PgBouncer's own errors. Only the message, which is always in English, tells more. */
const PROTOCOL_VIOLATION = "08P01";
/** The same of Pgpool-II's. Of PostgreSQL's own errors, only those that end the connection are `FATAL`. */
const INTERNAL_ERROR = "XX000";

/**
 * The messages of PgBouncer since 1.18 (src/client.c, janitor.c, objects.c), and of Pgpool-II since 4.3 (child.c,
 * pool_connection_pool.c). All others may end a running statement.
 */
const poolerFaults: typeof driverFaults = [
  ["no more connections allowed", { ...notSent, reason: "full" }],
  ["client connections exceeded", { ...notSent, reason: "full" }],
  ["bouncer resources exhaustion", { ...notSent, reason: "full" }],
  // No connection of the server became free, or the pooler is paused.
  ["query_wait_timeout", { ...notSent, reason: "full" }],
  ["client_login_timeout", { ...notSent, reason: "noAnswer" }],
  ["pause failed", { ...notSent, reason: "notReady" }],
  ["server login has been failing", { ...notSent, reason: "notReady" }],
  ["server shutting down", { ...notSent, reason: "notReady" }],
  ["pooler is shutting down", { ...notSent, reason: "notReady" }],
  ["server DNS lookup failed", { ...notSent, reason: "notReady" }],
  ["no such database", { reason: "noDatabase" }],
  ["no such user", { reason: "login" }],
  ["password authentication failed", { reason: "login" }],
  ["SASL authentication failed", { reason: "login" }],
  ["login rejected", { reason: "login" }],
  ["SSL required", { reason: "onlyTls" }],
  ["unsupported startup parameter", {}],
  ["failed to create a backend", { ...notSent, reason: "notReady" }],
  ["all backend nodes are down", { ...notSent, reason: "notReady" }],
  ["pgpool is not accepting any new connections", { ...notSent, reason: "notReady" }],
];

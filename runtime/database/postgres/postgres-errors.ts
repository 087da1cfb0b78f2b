import { DatabaseError, type DatabaseErrorOptions, type FaultKind } from "../database-error.js";
import { isConnectFault, isLostConnection } from "../network-faults.js";

type Fault = readonly [FaultKind, Omit<DatabaseErrorOptions, "cause">?];

const transient = { isTransient: true } as const;
const notSent = { isTransient: true, outcome: "notSent" } as const;
const unclear = { isTransient: true, outcome: "unknown" } as const;

/** By SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html). */
const faults: Readonly<Record<string, Fault>> = {
  "23505": ["unique"],
  "23P01": ["unique"],
  "23503": ["foreignKey"],
  "23001": ["foreignKey"],
  "23502": ["notNull"],
  "23514": ["outOfRange"],
  "22001": ["tooLong"],
  "54000": ["tooLong"],
  "22003": ["outOfRange"],
  "22007": ["outOfRange"],
  "22008": ["outOfRange"],
  "22P02": ["outOfRange"],
  "22P03": ["outOfRange"],
  "22021": ["outOfRange"],
  "22P05": ["outOfRange"],
  "40001": ["deadlock", transient],
  "40P01": ["deadlock", transient],
  "55P03": ["timeout", transient],
  "55006": ["timeout", transient],
  "57014": ["timeout", { outcome: "undone" }],
  "08000": ["connection", notSent],
  "08001": ["connection", notSent],
  "08004": ["connection", notSent],
  "53000": ["connection", notSent],
  "53200": ["connection", notSent],
  "53300": ["connection", notSent],
  "53400": ["connection", notSent],
  "57P03": ["connection", notSent],
  "08003": ["connection", unclear],
  "08006": ["connection", unclear],
  "08007": ["connection", unclear],
  "57P01": ["connection", unclear],
  "57P02": ["connection", unclear],
  "57P05": ["connection", unclear],
  "58000": ["connection", unclear],
  "58030": ["connection", unclear],
  "53100": ["connection"],
  "25006": ["connection"],
};

interface PostgresFault {
  readonly code?: string;
  readonly constraint?: string;
  readonly column?: string;
}

export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code = "", constraint, column } = error as PostgresFault;
  const [kind, options] = faults[code] ?? faultWithoutState(error);
  return new DatabaseError(kind, `PostgreSQL: ${code}`, {
    ...options,
    constraint,
    columns: column === undefined ? [] : [column],
    cause: error,
  });
}

/** What the driver itself says, which has no SQLSTATE. */
function faultWithoutState(error: unknown): Fault {
  const { message } = error as Error;
  // The driver's own words where it gives no code (pg-pool, client.js): nothing was sent yet, or nobody knows.
  if (isConnectFault(error) || message === "timeout exceeded when trying to connect")
    return ["connection", notSent];
  if (isLostConnection(error) || message.startsWith("Connection terminated")) return ["connection", unclear];
  return ["unknown"];
}

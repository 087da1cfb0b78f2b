import { describe, expect, it } from "vitest";
import type { ApiError, DatabaseError } from "data-api";
import type { DatabaseSession } from "../../../runtime/database/database-session.js";
import { toDatabaseError as mssqlError } from "../../../runtime/database/dialects/mssql/connection/mssql-errors.js";
import { toDatabaseError as mysqlError } from "../../../runtime/database/dialects/mysql/connection/mysql-errors.js";
import { toDatabaseError as postgresError } from "../../../runtime/database/dialects/postgres/connection/postgres-errors.js";
import { retrying } from "../../../runtime/database/wire/retry.js";
import type { Entity } from "../../../runtime/model/model.js";
import { faultToError } from "../../../runtime/database/fault-to-error.js";

/** The fate of a write after an error. */
type Fate =
  | /** It was undone, and is retried. */ "again"
  | /** It may have been done: it is not retried, and the answer says so. */ "unknown"
  | /** It was undone, and is not retried. */ "refused";

type Case = readonly [engine: string, code: string | number, message: string, fate: Fate];

/** Errors from the documentation and the sources of the engines. */
const ofPostgres: readonly Case[] = [
  [
    "CockroachDB",
    "40001",
    "restart transaction: TransactionRetryWithProtoRefreshError: WriteTooOldError",
    "again",
  ],
  ["CockroachDB", "40003", "result is ambiguous: replica unavailable", "unknown"],
  ["CockroachDB", "58C00", "replica unavailable", "unknown"],
  ["CockroachDB", "58C01", "inbox communication error: rpc error", "unknown"],
  ["CockroachDB", "57P01", "server is shutting down", "unknown"],
  ["CockroachDB", "53300", "sorry, too many clients already", "again"],
  ["YugabyteDB", "40001", "could not serialize access due to concurrent update", "again"],
  ["YugabyteDB", "40001", "Restart read required at: { read: { physical: 1 } }", "again"],
  ["YugabyteDB", "40P01", "deadlock detected", "again"],
  ["Aurora and RDS, after a failover", "25006", "cannot execute INSERT in a read-only transaction", "again"],
  ["Aurora and RDS, while it starts", "57P03", "the database system is starting up", "again"],
  [
    "Aurora and RDS, at a failover",
    "57P01",
    "terminating connection due to administrator command",
    "unknown",
  ],
  ["a pooler that is full", "08P01", "no more connections allowed (max_client_conn)", "again"],
  ["a pooler that ends a connection", "08P01", "server conn crashed?", "unknown"],
];
const ofMysql: readonly Case[] = [
  ["TiDB", 8002, "[8002] can not retry select for update statement", "again"],
  ["TiDB", 8005, "Write Conflict, txnStartTS is stale", "again"],
  ["TiDB", 8022, "Error: KV error safe to retry [try again later]", "again"],
  ["TiDB", 8028, "Information schema is changed during the execution of the statement", "again"],
  ["TiDB", 9007, "Write conflict, txnStartTS=1, conflictStartTS=2, reason=Optimistic", "again"],
  ["TiDB", 9002, "TiKV server timeout", "again"],
  ["TiDB", 9005, "Region is unavailable", "again"],
  ["Vitess", 1105, "target: shop.-80.primary: vttablet: rpc error: code = Unavailable", "unknown"],
  ["Vitess", 1317, "target: shop.-80.primary: vttablet: rpc error: code = Aborted", "refused"],
  ["Galera without quorum", 1047, "WSREP has not yet prepared node for application use", "again"],
  [
    "Galera, at a commit",
    1213,
    "Deadlock found when trying to get lock; try restarting transaction",
    "again",
  ],
  ["MySQL and Galera, at a commit", 1205, "Lock wait timeout exceeded; try restarting transaction", "again"],
  ["Aurora, after a failover", 1290, "The MySQL server is running with the --read-only option", "again"],
  ["Aurora, after a failover", 1836, "Running in read-only mode", "again"],
  ["RDS, while it ends", 1053, "Server shutdown in progress", "unknown"],
];
const ofMssql: readonly Case[] = [
  ["Azure SQL", 40613, "Database 'shop' on server 's' is not currently available.", "unknown"],
  ["Azure SQL", 40197, "The service has encountered an error processing your request.", "unknown"],
  ["Azure SQL", 40501, "The service is currently busy. Retry the request after 10 seconds.", "unknown"],
  ["Azure SQL", 49918, "Cannot process request. Not enough resources to process request.", "unknown"],
  ["Azure SQL", 49919, "Cannot process create or update request. Too many operations.", "unknown"],
  ["Azure SQL", 49920, "Cannot process request. Too many operations in progress.", "unknown"],
  [
    "Azure SQL",
    10928,
    "Resource ID: 1. The request limit for the database is 90 and has been reached.",
    "unknown",
  ],
  [
    "Azure SQL",
    10929,
    "Resource ID: 1. The request minimum guarantee is 0, maximum limit is 90 and the current usage is 90.",
    "unknown",
  ],
  ["Azure SQL", 4221, "Login to read-secondary failed due to long wait.", "unknown"],
  [
    "Azure SQL, a snapshot of a table that has changed",
    3961,
    "Snapshot isolation transaction failed.",
    "again",
  ],
];

describe("a connection that Azure SQL refuses for a transient reason", () => {
  const ofAzure = ofMssql.filter(([engine]) => engine === "Azure SQL");
  it.each(ofAzure)(
    "a connection that Azure SQL refuses for a transient reason is retried: %s %s (%s)",
    async (_engine, _number, message) => {
      // The driver omits the number of a failed log-in.
      const error = mssqlError(fault(message, { name: "ConnectionError", code: "ELOGIN" }));
      expect(error).toMatchObject({ kind: "connection", isTransient: true, outcome: "notSent" });
      expect(["full", "notReady", "closed"]).toContain(error.reason);
      let attempts = 0;
      await retrying(false, () => (attempts++ === 0 ? Promise.reject(error) : Promise.resolve()));
      expect(attempts).toBe(2);
    },
  );
});

function fault(message: string, fields: object): Error {
  return Object.assign(new Error(message), fields);
}

describe.each([
  [
    "postgres",
    ofPostgres,
    (code: unknown, message: string) => postgresError(fault(message, { code, severity: "FATAL" })),
  ],
  [
    "mysql",
    ofMysql,
    (errno: unknown, message: string) => mysqlError(fault(message, { errno, sqlMessage: message })),
  ],
  [
    "mssql",
    ofMssql,
    (number: unknown, message: string) => mssqlError(fault(message, { name: "RequestError", number })),
  ],
] as const)("the errors of other engines with the dialect %s", (_dialect, cases, toDatabaseError) => {
  it.each(cases)("after an error of %s %s (%s), a write is %s", async (_engine, code, message, fate) => {
    const error: DatabaseError = toDatabaseError(code, message);
    let attempts = 0;
    const write = retrying(false, () => {
      if (attempts++ === 0) return Promise.reject(error);
      return Promise.resolve();
    });
    if (fate === "again") await write;
    else await expect(write).rejects.toBe(error);
    expect(attempts).toBe(fate === "again" ? 2 : 1);

    // A read can be repeated without harm.
    let reads = 0;
    const read = retrying(true, () => (reads++ === 0 ? Promise.reject(error) : Promise.resolve()));
    if (fate === "refused") await expect(read).rejects.toBe(error);
    else await read;

    const answer = (await faultToError(error, {} as Entity, {} as DatabaseSession)) as ApiError;
    expect(answer).toMatchObject({ status: 503 });
    expect(answer.code).toBe(fate === "unknown" ? "outcome-unknown" : "database-unavailable");
    expect("Retry-After" in answer.headers).toBe(fate !== "unknown");
  });
});

import type { Readiness } from "../../../dialect.js";
import { sql } from "kysely";
import type { AnyKysely } from "../../../sql/sql.js";
import { DatabaseError } from "../../../wire/database-error.js";

/**
 * A node of a Galera cluster that has lost the others answers statements without tables, and rejects all
 * others (error 1047). A server that supports Galera but is not in a cluster also has `wsrep_ready` off, but
 * no provider (mariadb.com/kb/en/galera-cluster-status-variables/). MySQL itself has neither variable.
 */
export const clusterReadiness: Readiness = {
  sql: "show global status where variable_name in ('wsrep_ready', 'wsrep_provider_name')",
  isReady: (rows) => {
    const status = new Map(rows.map(([name, value]) => [String(name).toLowerCase(), String(value)]));
    return (status.get("wsrep_provider_name") ?? "") === "" || status.get("wsrep_ready") !== "OFF";
  },
};

/** Asks whether the server is a node of a Galera cluster. MySQL does not have the variable. */
export const CLUSTER = "show global variables where variable_name = 'wsrep_on'";

/** Whether the server is a node of a Galera cluster. */
export async function isClustered(db: AnyKysely): Promise<boolean> {
  return isCluster((await sql.raw(CLUSTER).execute(db)).rows);
}

/** Whether a node of a Galera cluster gave this answer to `CLUSTER`. */
export function isCluster([row]: readonly unknown[]): boolean {
  return (row as { Value?: string } | undefined)?.Value?.toUpperCase() === "ON";
}

/**
 * Every statement but `show` waits until its node has everything that the other nodes had when it was sent: reads
 * (1), updates and deletes (2), inserts (4), whose foreign keys may lead to a record of another node
 * (mariadb.com/kb/en/galera-cluster-system-variables/#wsrep_sync_wait).
 */
export const WAITS_FOR_OTHERS = "wsrep_sync_wait = 7";

export function noCluster(): DatabaseError {
  return new DatabaseError(
    "connection",
    'The server is not a node of a Galera cluster ("wsrep_on" is not on), so that it cannot wait for other nodes: remove "database.consistency"',
  );
}

import type { Readiness } from "../../dialect.js";

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

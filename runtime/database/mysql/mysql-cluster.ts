import type { Readiness } from "../dialect.js";

/**
 * A node of a Galera cluster that has lost the others answers statements about no table, and refuses the rest (error 1047).
 * A server that could be a node and is none is not ready for a cluster either: it has no provider
 * (mariadb.com/kb/en/galera-cluster-status-variables/). MySQL itself knows none of these words.
 */
export const clusterReadiness: Readiness = {
  sql: "show global status where variable_name in ('wsrep_ready', 'wsrep_provider_name')",
  isReady: (rows) => {
    const status = new Map(rows.map(([name, value]) => [String(name).toLowerCase(), String(value)]));
    return (status.get("wsrep_provider_name") ?? "") === "" || status.get("wsrep_ready") !== "OFF";
  },
};

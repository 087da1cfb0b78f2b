import type { Readiness } from "../../../dialect.js";

/**
 * The workers of Citus that do not answer, among those with rows of tables in the default schema. Each has 400 ms, so
 * that two can be checked within the second for the whole question
 * (docs.citusdata.com/en/stable/develop/api_metadata.html).
 */
const AWAY = `with limited as materialized (select set_config('citus.node_connection_timeout', '400ms', true)),
  worker as (
    select distinct n.nodename, n.nodeport from limited, pg_dist_partition t
    join pg_class c on c.oid = t.logicalrelid join pg_dist_shard s using (logicalrelid)
    join pg_dist_placement using (shardid) join pg_dist_node n using (groupid)
    where c.relnamespace::regnamespace::text = any(current_schemas(false)) and n.groupid <> 0 and n.noderole = 'primary'
  )
  select from worker where not citus_check_connection_to_node(nodename, nodeport)`;

/**
 * A coordinator of Citus answers while its workers are away. Plain PostgreSQL does not have the function, and would
 * reject a statement with it: `query_to_xml` only parses the statement where it runs.
 */
export const workerReadiness: Readiness = {
  sql: `select case
    when to_regproc('pg_catalog.citus_check_connection_to_node') is null then ''
    else query_to_xml($$${AWAY}$$, false, true, '')::text end as away`,
  isReady: ([row]) => row?.[0] === "",
};

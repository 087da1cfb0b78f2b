import type { Connection } from "../../../wire/connection.js";
import { DatabaseError } from "../../../wire/database-error.js";
import {
  checkTakesWrites,
  question,
  stateText,
  type Replication,
  type ServerState,
} from "../../../wire/replication.js";

/** Azure SQL Database has the view by another name. */
const AZURE = 5;
const edition = question("select cast(serverproperty('EngineEdition') as int)");
const states = (view: string) =>
  question(`select cast(group_database_id as varchar(36)), cast(is_primary_replica as int),
    cast(last_commit_lsn as varchar(30)) from sys.${view} where is_local = 1 and database_id = db_id()`);
const inGroup = states("dm_hadr_database_replica_states");
const inAzure = states("dm_database_replica_states");

/**
 * Availability groups: the last commit that a replica has redone has the number that it has on the primary
 * (learn.microsoft.com/sql/relational-databases/system-dynamic-management-views/sys-dm-hadr-database-replica-states-transact-sql).
 */
export const mssqlReplication: Replication = {
  open: async (settings) => {
    const { openMssql } = await import("./mssql-connection.js");
    return openMssql(settings, { isReadIntent: true });
  },
  look: ask,
  written: async (connection) => {
    const server = await ask(connection);
    checkTakesWrites(server);
    return server.position;
  },
  applied: async (connection) => (await ask(connection)).position,
  reaches: (position, needed) => isNumber(position) && isNumber(needed) && BigInt(position) >= BigInt(needed),
  isAhead: (replica, primary) => isNumber(replica) && isNumber(primary) && BigInt(replica) > BigInt(primary),
};

async function ask(connection: Connection): Promise<ServerState> {
  const [[number] = []] = await connection.rows(edition, []);
  const [row] = await connection.rows(Number(number) === AZURE ? inAzure : inGroup, []);
  if (row === undefined)
    throw new DatabaseError(
      "connection",
      'The database is in no availability group, so it has no replicas: remove "database.replicas".',
    );
  const [group, isPrimary, position] = row;
  const identity = stateText(group);
  const isReplica = Number(isPrimary) === 0;
  return {
    identity,
    follows: isReplica ? identity : undefined,
    isReadOnly: isReplica,
    position: stateText(position),
  };
}

function isNumber(text: string): boolean {
  return /^\d{1,30}$/.test(text);
}

import type { Connection, ResultSet } from "../../../wire/connection.js";
import { DatabaseError } from "../../../wire/database-error.js";
import {
  checkTakesWrites,
  question,
  stateText,
  type Replication,
  type ServerState,
} from "../../../wire/replication.js";
import { gtidsReach, isGtidsOfMariadb } from "./mysql-gtids.js";

/** Syntax of only one of the two servers is in comments that only this server reads. */
const ofServer = question(`select database(), @@read_only
  /*M! , @@server_id, @@gtid_binlog_pos, @@gtid_slave_pos */
  /*!80017 , @@server_uuid, @@global.gtid_executed, @@global.gtid_executed */`);
const ofReplica = question("show replica status");

/**
 * Replication by the binary log. MySQL knows a primary by its UUID, MariaDB only by its number
 * (dev.mysql.com/doc/refman/8.4/en/show-replica-status.html, mariadb.com/kb/en/show-replica-status/).
 */
export const mysqlReplication: Replication = {
  look: async (connection): Promise<ServerState> => {
    const { name, isReadOnly, server, written, applied } = await ask(connection);
    const source = await sourceOf(connection);
    return {
      // The logs are those of all databases of a server.
      identity: `${server}/${name}`,
      follows: source && `${source}/${name}`,
      isReadOnly,
      position: source === undefined ? checkNumbered(written) : applied,
    };
  },
  written: async (connection) => {
    const server = await ask(connection);
    checkTakesWrites(server);
    return checkNumbered(server.written);
  },
  applied: async (connection) => (await ask(connection)).applied,
  reaches: gtidsReach,
  // On MySQL the UUID identifies the primary, and a replica may have its own transactions.
  isAhead: (replica, primary) => isGtidsOfMariadb(replica) && !gtidsReach(primary, replica),
};

async function ask(connection: Connection) {
  const [[name, isReadOnly, server, written, applied] = []] = await connection.rows(ofServer, []);
  return {
    name: String(name),
    isReadOnly: !["0", "OFF"].includes(String(isReadOnly).toUpperCase()),
    server: String(server),
    written: toPosition(written),
    applied: toPosition(applied),
  };
}

/** The primary that the server follows. `undefined` if it is not a replica, `""` if it has not been connected yet. */
async function sourceOf(connection: Connection): Promise<string | undefined> {
  // Only results of calls have column names, in which MySQL and MariaDB differ.
  const status = await connection.transaction(
    async ({ results }) => (await results?.(ofReplica, [], 1))?.[0],
  );
  const source = valueOf(status, "Source_UUID") ?? valueOf(status, "Master_Server_Id");
  return source === "0" ? "" : source;
}

function valueOf(result: ResultSet | undefined, column: string): string | undefined {
  const value = result?.rows[0]?.[result.columns.indexOf(column)];
  if (value === undefined) return undefined;
  return typeof value === "number" ? String(value) : stateText(value);
}

/** @throws {DatabaseError} if the primary does not number its transactions. */
function checkNumbered(position: string): string {
  if (position !== "") return position;
  throw new DatabaseError(
    "connection",
    'The primary does not number its transactions, so the lag of its replicas is unknown: "database.replicas" requires "log_bin", on MySQL with "gtid_mode".',
  );
}

/** GTIDs without commas and line breaks, so that they are one item of a header. */
function toPosition(gtids: unknown): string {
  return stateText(gtids).replaceAll(/\s/g, "").replaceAll(",", ";");
}

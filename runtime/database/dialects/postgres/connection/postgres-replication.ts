import type { Statement } from "../../../sql/statement.js";
import type { Connection } from "../../../wire/connection.js";
import { question, stateText, type Replication } from "../../../wire/replication.js";

/** A page of the log begins with a header, which ends no record (src/include/access/xlog_internal.h). */
const PAGE = 8_192n;
const HEADERS: readonly bigint[] = [24n, 40n];

/**
 * The last position written to the log. It includes commits that wait for the disk; commits that do not wait have
 * only been inserted, which may be further (postgresql.org/docs/current/functions-admin.html#FUNCTIONS-ADMIN-BACKUP).
 */
const position = `case when current_setting('synchronous_commit') = 'off'
  then pg_current_wal_insert_lsn() else pg_current_wal_lsn() end`;
const whereWritten = question(`select (${position})::text`);
const whereApplied = question("select pg_last_wal_replay_lsn()::text");
/** Not if a setting of the user makes it read-only: then the server itself is writable. */
const isReadOnly = `case when pg_is_in_recovery() then true
  when current_setting('default_transaction_read_only') = 'on' then
    (select source not in ('user', 'database user', 'client', 'session') from pg_settings
      where name = 'default_transaction_read_only')
  else false end`;
const state = question(`select (select system_identifier from pg_control_system()) || '/' ||
    (select oid from pg_database where datname = current_database()),
  pg_is_in_recovery(),
  ${isReadOnly},
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else ${position} end)::text`);

/** Streaming replication: all databases of a cluster share one log, and replicas have the cluster's identifier. */
export const postgresReplication: Replication = {
  look: async (connection) => {
    const [[identity, isReplica, isReadOnly, position] = []] = await connection.rows(state, []);
    return {
      identity: String(identity),
      follows: isReplica === true ? String(identity) : undefined,
      isReadOnly: isReadOnly === true,
      position: stateText(position),
    };
  },
  written: (connection) => askPosition(connection, whereWritten),
  applied: (connection) => askPosition(connection, whereApplied),
  reaches: (position, needed) => {
    const [has, asked] = [parse(position), parse(needed)];
    return has !== undefined && asked !== undefined && has >= endOfRecord(asked);
  },
  isAhead: (replica, primary) => {
    const [its, known] = [parse(replica), parse(primary)];
    return its !== undefined && known !== undefined && endOfRecord(its) > known;
  },
};

async function askPosition(connection: Connection, where: Statement): Promise<string> {
  const [[position] = []] = await connection.rows(where, []);
  return stateText(position);
}

/** A position in the log: `16/B374D848`. */
function parse(position: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(position) ?? [];
  return high === undefined || low === undefined
    ? undefined
    : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The end of the last record before a position. The next record begins after the header of a page. */
function endOfRecord(position: bigint): bigint {
  const inPage = position % PAGE;
  return HEADERS.includes(inPage) ? position - inPage : position;
}

import { sql } from "kysely";
import type { AnyKysely } from "../../../sql/sql.js";
import type { IsolationLevel } from "../../../wire/isolation-level.js";

/**
 * `snapshot` if the database allows it (learn.microsoft.com/sql/relational-databases/system-catalog-views/sys-databases-transact-sql).
 * At other levels, a transaction that stays open would lock what it has read.
 */
export async function snapshotLevel(db: AnyKysely): Promise<IsolationLevel | undefined> {
  const { rows } = await sql<{ state: number }>`
    select snapshot_isolation_state as state from sys.databases where database_id = db_id()`.execute(db);
  return rows[0]?.state === 1 ? "snapshot" : undefined;
}

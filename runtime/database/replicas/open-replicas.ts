import type { DatabaseSettings } from "../../model/settings/database-settings.js";
import type { Dialect } from "../dialect.js";
import type { Connection } from "../wire/connection.js";
import { ReplicaSet, type ReplicaObserver } from "./replica-set.js";

/**
 * Opens the replicas in the settings, if there are any.
 * @param prepare Prepares a connection for the statements of requests.
 * @throws {DatabaseError} if the primary is not a primary, or a replica follows another one.
 */
export async function openReplicas(
  settings: DatabaseSettings,
  dialect: Dialect,
  prepare: (connection: Connection) => Connection,
  observer: ReplicaObserver,
): Promise<ReplicaSet | undefined> {
  const { replicas } = settings;
  const { replication } = dialect;
  if (replicas === undefined || replication === undefined) return undefined;
  const parts = { replication: { open: dialect.open, ...replication }, prepare };
  const set = new ReplicaSet({ ...settings, replicas }, dialect, parts, observer);
  try {
    await set.open();
  } catch (error) {
    await set.close();
    throw error;
  }
  return set;
}

import type { Driver } from "kysely";

/**
 * Kysely needs its driver immediately, but ours exists only once the database is open.
 * @param ended Called after each use of a connection, because it may have written.
 */
export function lateDriver(load: () => Promise<Driver>, ended?: () => Promise<void>): Driver {
  return {
    init: async () => {
      await load();
    },
    acquireConnection: async () => (await load()).acquireConnection(),
    beginTransaction: async (...call) => (await load()).beginTransaction(...call),
    commitTransaction: async (connection) => (await load()).commitTransaction(connection),
    rollbackTransaction: async (connection) => (await load()).rollbackTransaction(connection),
    savepoint: async (...call) => (await load()).savepoint?.(...call),
    rollbackToSavepoint: async (...call) => (await load()).rollbackToSavepoint?.(...call),
    releaseSavepoint: async (...call) => (await load()).releaseSavepoint?.(...call),
    releaseConnection: async (connection) => {
      await (await load()).releaseConnection(connection);
      await ended?.();
    },
    // The connection belongs to the server, which closes it.
    destroy: () => Promise.resolve(),
  };
}

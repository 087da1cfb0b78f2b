import type { DatabaseConnection, Driver } from "kysely";

const nothing = () => Promise.resolve();

/** A driver with only this connection. Its transactions send nothing. */
export function driverOf(connection: DatabaseConnection): Driver {
  return {
    init: nothing,
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  };
}

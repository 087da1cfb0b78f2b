import type { Socket } from "node:net";
import type Mssql from "mssql";
import type { DatabaseSettings } from "../../../../model/model.js";
import { cannotConnect } from "../../../wire/connect-error.js";
import type { WireConnection } from "../../../wire/statement-watch.js";
import { toDatabaseError } from "./mssql-errors.js";

/** Adds a connection of the driver while it is open. */
export function addWireConnection(opened: Mssql.Connection, wires: Set<WireConnection>): void {
  const wire = {
    connection: opened,
    get socket() {
      return opened.socket as Socket;
    },
    get isWaiting() {
      return opened.request !== undefined;
    },
  };
  opened.once("connect", (error) => {
    if (error === undefined) wires.add(wire);
  });
  opened.once("end", () => wires.delete(wire));
}

/** Connects and disconnects. @throws {DatabaseError} */
export async function logIn(
  mssql: typeof Mssql,
  config: Mssql.config,
  settings: DatabaseSettings,
): Promise<void> {
  // Opening a pool connects once, and disconnects.
  const pool = new mssql.ConnectionPool({ ...config, pool: { min: 0, max: 1 } });
  try {
    await pool.connect();
  } catch (error) {
    throw cannotConnect(error, settings, toDatabaseError(error));
  } finally {
    await pool.close();
  }
}

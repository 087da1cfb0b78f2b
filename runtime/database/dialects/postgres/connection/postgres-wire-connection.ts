import type { Socket } from "node:net";
import type Pg from "pg";
import type { DatabaseSettings } from "../../../../model/model.js";
import { cannotConnect } from "../../../wire/connect-error.js";
import type { WireConnection } from "../../../wire/statement-watch.js";
import { toDatabaseError } from "./postgres-errors.js";

/** The driver's connection. Not all of its members are documented. */
type DriverClient = Pg.ClientBase & { readonly connection: Pg.Connection; readonly readyForQuery: boolean };

export function wireConnection(client: Pg.ClientBase): WireConnection {
  const opened = client as DriverClient;
  return {
    connection: client,
    get socket() {
      return opened.connection.stream as Socket;
    },
    get isWaiting() {
      return !opened.readyForQuery;
    },
  };
}

/** Connects and disconnects. @throws {DatabaseError} */
export async function logIn(client: Pg.Client, settings: DatabaseSettings): Promise<void> {
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw cannotConnect(error, settings, toDatabaseError(error));
  } finally {
    client.end().catch(() => undefined);
  }
}

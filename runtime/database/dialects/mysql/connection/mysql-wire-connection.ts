import type { Socket } from "node:net";
import type { Connection as MysqlClient } from "mysql2";
import type { DatabaseSettings } from "../../../../model/model.js";
import { within } from "../../../../time/within.js";
import { cannotConnect } from "../../../wire/connect-error.js";
import { DatabaseError } from "../../../wire/database-error.js";
import type { WireConnection } from "../../../wire/statement-watch.js";
import { toDatabaseError } from "./mysql-errors.js";

/** The driver's connection. Not all of its members are documented. */
type DriverConnection = MysqlClient & {
  readonly stream: Socket;
  readonly _command: object | null | undefined;
};

export function wireConnection(connection: MysqlClient): WireConnection & { readonly socket: Socket } {
  const opened = connection as DriverConnection;
  return {
    connection,
    socket: opened.stream,
    get isWaiting() {
      return Boolean(opened._command);
    },
  };
}

/** Connects and disconnects. @throws {DatabaseError} */
export async function logIn(connection: MysqlClient, settings: DatabaseSettings): Promise<void> {
  connection.on("error", () => undefined);
  try {
    // In mysql2 3.14, the limit of the driver ends with the greeting of the server.
    await within(settings.connectTimeout, connection.promise().connect(), noAnswer);
    connection.end();
  } catch (error) {
    connection.destroy();
    throw cannotConnect(error, settings, toDatabaseError(error));
  }
}

function noAnswer(): DatabaseError {
  return new DatabaseError("connection", "The server did not answer a log-in.", {
    isTransient: true,
    outcome: "notSent",
    reason: "noAnswer",
  });
}

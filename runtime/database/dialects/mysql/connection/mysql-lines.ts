import type { Socket } from "node:net";
import type { Connection as MysqlClient } from "mysql2";
import type { DatabaseSettings } from "../../../../model/model.js";
import { cannotConnect } from "../../../wire/connect-error.js";
import type { Line } from "../../../wire/statement-watch.js";
import { toDatabaseError } from "./mysql-errors.js";

/** The driver's connection. Not all of its members are documented. */
type Opened = MysqlClient & { readonly stream: Socket; readonly _command: object | null | undefined };

export function lineOf(connection: MysqlClient): Line & { readonly socket: Socket } {
  const opened = connection as Opened;
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
    await connection.promise().connect();
    connection.end();
  } catch (error) {
    connection.destroy();
    throw cannotConnect(error, settings, toDatabaseError(error));
  }
}

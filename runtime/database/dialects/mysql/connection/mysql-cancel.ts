import { promisify } from "node:util";
import type { Connection as MysqlClient, RowDataPacket } from "mysql2";
import { GRACE } from "../../../wire/patience.js";

/**
 * Identifies a server: one address may lead to several, such as the nodes of a cluster. MySQL has a UUID; nodes on
 * one machine differ in their folders.
 */
const SERVER = "concat_ws(' ', @@hostname, @@port, @@server_id, @@datadir /*!80017 , @@server_uuid */)";

/** How many connections to try until one leads to the server that runs the statement. */
const ATTEMPTS = 5;

/**
 * Which server a connection leads to.
 * @param timeout How long to wait for the answer, in milliseconds. 0 for any time.
 * @throws {Error} of the driver.
 */
export async function askServer(connection: MysqlClient, timeout = 0): Promise<string> {
  const sql = `select ${SERVER} as server`;
  const rows = await promisify<RowDataPacket[]>((done) => connection.query({ sql, timeout }, done))();
  return String(rows[0]?.["server"]);
}

/**
 * Cancels the statement of a connection. The command goes over a new connection, because each connection of the pool may
 * wait for the end of its own statement. Another server may have given the same number to another client's connection.
 * @throws {Error} if it is not known that the server does it.
 */
export async function killQuery(
  { threadId, server }: { readonly threadId: number; readonly server: string },
  openAnother: () => MysqlClient,
): Promise<void> {
  const end = performance.now() + GRACE;
  for (let attempt = 0; attempt < ATTEMPTS && performance.now() < end; attempt++) {
    const other = openAnother();
    try {
      const failed = new Promise<never>((_, reject) => other.on("error", reject));
      if ((await Promise.race([askServer(other, GRACE), failed])) !== server) continue;
      const kill = { sql: `kill query ${threadId}`, timeout: GRACE };
      await Promise.race([promisify((done) => other.query(kill, done))(), failed]);
      return;
    } finally {
      other.destroy();
    }
  }
  throw new Error("The address leads to other servers than the one that runs the statement.");
}

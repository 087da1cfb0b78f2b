import { once } from "node:events";
import { connect } from "node:net";
import type Pg from "pg";

/** postgresql.org/docs/current/protocol-message-formats.html, "CancelRequest" */
const CANCEL_CODE = 80_877_102;

/** The driver's data about a connection. Not all of it is documented. */
type CancellableClient = Pg.PoolClient & { readonly processID: number | null; readonly secretKey: unknown };

/**
 * Cancels the statement that runs on a connection: a connection of its own carries the request, as libpq's `PQcancel`
 * does it, and is closed by the server when that is done.
 * @throws {Error} if the server has not closed it, so that it may cancel a later statement.
 */
export async function cancelStatement(client: Pg.PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as CancellableClient;
  if (processID === null || typeof secretKey !== "number") return;
  const request = Buffer.alloc(16);
  for (const [index, value] of [request.length, CANCEL_CODE, processID, secretKey].entries())
    request.writeInt32BE(value | 0, 4 * index);
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error("The server has not answered.")));
  socket.resume().end(request);
  await once(socket, "close");
}

/** In milliseconds. Pgpool-II answers a second later for each server that it knows (`cancel_request` in child.c). */
const PATIENCE = 3_000;

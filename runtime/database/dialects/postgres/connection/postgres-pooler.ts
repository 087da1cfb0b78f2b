import type Pg from "pg";
import { unlessLate } from "../../../../time/within.js";
import { DatabaseError } from "../../../wire/database-error.js";

/** How long to wait for a second connection, in milliseconds. A session pooler may have none left. */
const PATIENCE = 2_000;

/**
 * Rejects a pooler that shares connections of the server between transactions, unless the configuration names it:
 * statements would silently use the settings and prepared statements of other clients. A session pooler is fine, and
 * so is one that behaves like it.
 * @param backend The id of the server's process that answered last.
 * @param createClient A client for a second connection.
 * @throws {DatabaseError}
 */
export async function refuseShared(
  client: Pg.ClientBase,
  backend: number,
  createClient: () => Pg.Client,
): Promise<void> {
  // A pooler has its own process ids, because clients use them to cancel.
  if ((client as { readonly processID?: unknown }).processID === backend) return;
  const other = createClient();
  other.on("error", () => undefined);
  const isShared = unlessLate(PATIENCE, areShared(client, backend, other), () => false);
  try {
    if (!(await isShared.catch(() => false))) return;
  } finally {
    other.end().catch(() => undefined);
  }
  throw new DatabaseError("connection", "A pooler shares the server's connections.", { reason: "pooler" });
}

/**
 * Whether the second client gets the connection that the first client just used, or the first client gets another one.
 */
async function areShared(client: Pg.ClientBase, backend: number, other: Pg.Client): Promise<boolean> {
  await other.connect();
  await other.query("begin");
  return (await backendOf(other)) === backend || (await backendOf(client)) !== backend;
}

async function backendOf(client: Pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return Number(rows[0]?.pid);
}

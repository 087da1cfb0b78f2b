import type { Socket } from "node:net";
import type Pg from "pg";
import { DatabaseError } from "../../../wire/database-error.js";

/** The modes in which Pgpool-II sends a statement as it is. */
const modes: readonly string[] = ["streaming_replication", "logical_replication"];

/** The first rule that matches the name of an application counts. This one is for the name that the driver is given. */
const onlyPrimary = /^\s*data-api:primary\s*(?:,|$)/;

/** What the driver knows of a connection. */
type ConnectedClient = Pg.PoolClient & Pick<Pg.Client, "port" | "connection">;

/**
 * Refuses Pgpool-II where it loses writes or settings without an error:
 * - In the mode `raw` it begins a transaction before a write that is prepared, and never commits it (4.3 to 4.7: `Parse`
 *   in pool_proto_modules.c starts an internal transaction, which `ReadyForQuery` only ends in modes that replicate).
 * - If it balances reads, settings of a session that are sent together reach one of its servers only, and a read may not
 *   see the caller's own writes.
 * @returns Whether Pgpool-II lets a log-in wait while all of its processes are in use, in place of refusing it.
 * @throws {DatabaseError}
 */
export async function checkPgpool(client: Pg.PoolClient): Promise<boolean> {
  if (await isDirect(client)) return false;
  const settings = await pgpoolSettings(client);
  if (settings === undefined) return false;
  const mode = settings.get("backend_clustering_mode") ?? "unknown";
  if (!modes.includes(mode))
    throw refused(`runs in the mode "${mode}", in which writes may be lost`, [
      "backend_clustering_mode = 'streaming_replication'",
    ]);
  const letsWait = settings.get("reserved_connections") === "0";
  if (settings.get("load_balance_mode") !== "on" || !settings.has("backend_hostname1")) return letsWait;
  if (onlyPrimary.test(settings.get("app_name_redirect_preference_list") ?? "")) return letsWait;
  throw refused("sends reads to several servers, which lack the session's settings and may lag", [
    "load_balance_mode = off",
    "app_name_redirect_preference_list = 'data-api:primary'",
  ]);
}

/** `undefined` if Pgpool-II does not answer, but the server. */
async function pgpoolSettings(client: Pg.PoolClient): Promise<ReadonlyMap<string, string> | undefined> {
  // Pgpool-II knows its command only if that is sent alone: within a transaction the client adds no settings.
  await client.query("begin");
  try {
    const { rows } = await client.query<[string, string]>({ text: "pgpool show all", rowMode: "array" });
    return new Map(rows.map(([name, value]) => [name, value]));
  } catch {
    return undefined;
  } finally {
    await client.query("rollback");
  }
}

/** Whether the server sees the client's own port. Something in between, such as a pooler, has another one. */
async function isDirect(client: Pg.PoolClient): Promise<boolean> {
  const text = "select inet_client_port(), current_setting('port')";
  const { rows } = await client.query<[number | null, string]>({ text, rowMode: "array" });
  const [clientPort, serverPort] = rows[0] ?? [];
  const { port, connection } = client as ConnectedClient;
  const { localPort } = connection.stream as Socket;
  // Of a Unix socket, the name ends with the port of the program that listens there.
  if (localPort === undefined) return clientPort === null && serverPort === String(port);
  return clientPort === localPort;
}

function refused(what: string, ways: readonly string[]): DatabaseError {
  return new DatabaseError("connection", `Pgpool-II ${what}: set ${ways.join(" or ")} there`);
}

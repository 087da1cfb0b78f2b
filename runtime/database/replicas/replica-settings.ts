import type { DatabaseSettings, ReplicaSettings } from "../../model/database-settings.js";
import type { Dialect } from "../dialect.js";
import type { DatabaseAddress } from "../wire/database-address.js";

/**
 * The settings of a replica: its own address, and everything else as for the primary.
 * @throws {DatabaseError} for a mistake in its URL.
 */
export function replicaSettings(
  primary: DatabaseSettings,
  server: ReplicaSettings["servers"][number],
  dialect: Dialect,
): DatabaseSettings {
  const { connectionString, ...others } = primary;
  const ofPrimary = connectionString === undefined ? {} : dialect.parseUrl(connectionString);
  const own = typeof server === "string" ? dialect.parseUrl(server) : given(server);
  // What only the driver can read names everything.
  if (own === undefined) return { ...others, ...noAddress, connectionString: server as string };
  if (ofPrimary === undefined) return { ...others, ...own };
  const base = { ...others, ...ofPrimary };
  // The port and the instance of another host are its own.
  const moved = own.host === undefined ? base : { ...base, port: undefined, instanceName: undefined };
  return { ...moved, ...own };
}

const noAddress = { host: undefined, port: undefined, userName: undefined, password: undefined };

function given(server: Partial<DatabaseAddress>): Partial<DatabaseAddress> {
  return Object.fromEntries(Object.entries(server).filter(([, value]) => value !== undefined));
}

/** The address of a server, for the operator. It contains no credentials. */
export function placeOf({ host = "localhost", port, connectionString }: DatabaseSettings): string {
  if (connectionString !== undefined) return "of a connection string";
  return port === undefined ? host : `${host}:${port}`;
}

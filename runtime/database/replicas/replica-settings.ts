import {
  DEFAULT_HOST,
  type DatabaseSettings,
  type ReplicaSettings,
} from "../../model/settings/database-settings.js";
import type { Dialect } from "../dialect.js";
import type { DatabaseAddress } from "../wire/database-address.js";

/**
 * The settings of a replica: its address, and everything else from the primary.
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
  // A connection string that only the driver can parse contains all settings.
  if (own === undefined) return { ...others, ...noAddress, connectionString: server as string };
  if (ofPrimary === undefined) return { ...others, ...own };
  const base = { ...others, ...ofPrimary };
  // Another host has its own port and instance.
  const moved = own.host === undefined ? base : { ...base, port: undefined, instanceName: undefined };
  return { ...moved, ...own };
}

const noAddress = { host: undefined, port: undefined, userName: undefined, password: undefined };

function given(server: Partial<DatabaseAddress>): Partial<DatabaseAddress> {
  return Object.fromEntries(Object.entries(server).filter(([, value]) => value !== undefined));
}

/** The address of a server, for the operator. It contains no credentials. */
export function serverPlace({ host = DEFAULT_HOST, port, connectionString }: DatabaseSettings): string {
  if (connectionString !== undefined) return "of a connection string";
  return port === undefined ? host : `${host}:${port}`;
}

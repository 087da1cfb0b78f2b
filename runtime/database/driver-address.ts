import type { DatabaseAddress } from "./database-address.js";

/** Where a server is and who logs in, as all drivers call it; without what is left out, so that their own defaults hold. */
export interface DriverAddress {
  readonly database: string;
  readonly host: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
}

export function driverAddress({
  name,
  host = "localhost",
  port,
  userName,
  password,
}: DatabaseAddress): DriverAddress {
  return {
    database: name,
    host,
    ...(port !== undefined && { port }),
    ...(userName !== undefined && { user: userName }),
    ...(password !== undefined && { password }),
  };
}

import { DEFAULT_HOST } from "../../model/settings/database-settings.js";
import type { DatabaseAddress } from "./database-address.js";

/**
 * The address and credentials as all drivers name them. Settings that are not given are omitted, so that the
 * driver's defaults apply.
 */
export function driverAddress({ name, host = DEFAULT_HOST, port, userName, password }: DatabaseAddress) {
  return {
    database: name,
    host,
    ...(port !== undefined && { port }),
    ...(userName !== undefined && { user: userName }),
    ...(password !== undefined && { password }),
  };
}

import type { DialectName } from "../../model/model.js";
import type { DatabaseAddress } from "../wire/database-address.js";
import { DatabaseError } from "../wire/database-error.js";
import { dialects } from "./dialects.js";

/** The dialect and address of a database URL. @throws {DatabaseError} that never contains the URL. */
export function parseDatabaseUrl(url: string): { readonly dialect: DialectName } & DatabaseAddress {
  for (const { name: dialect, parseUrl } of Object.values(dialects)) {
    const address = parseUrl(url);
    if (address !== undefined) return { dialect, ...address };
  }
  throw new DatabaseError(
    "connection",
    "The URL names no supported database. Write postgres://user:password@host/database, mysql://…, sqlserver://…, or sqlite:path.",
  );
}

import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { parseDatabaseUrl } from "../../runtime/database/dialects/database-url.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { DatabaseSettings, Model } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";
import { withPassword } from "../import/from-database.js";

export const againstOption = { against: { type: "string" } } as const;
export const againstHelp = `  --against URL     another database: postgres://user@host/database, mysql://…, sqlserver://…, sqlite:path. A password that the
                    URL lacks is that of the environment variable DB_PASSWORD`;

/**
 * The database of the URL, or that of the configuration.
 * @throws {CommandError} if it is a file that does not exist.
 */
export function databaseAt(url: string | undefined, { database }: Pick<Model, "database">): DatabaseSettings {
  const settings =
    url === undefined
      ? database
      : { ...resolveDatabase(withPassword(parseDatabaseUrl(url))), migrations: database.migrations };
  const missing = dialects[settings.dialect].missing?.(settings);
  if (missing !== undefined) throw new CommandError(missing);
  return settings;
}

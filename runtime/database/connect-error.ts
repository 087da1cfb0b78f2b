import type { DatabaseSettings } from "../model/model.js";
import { DatabaseError } from "./database-error.js";

const titles: Readonly<Record<DatabaseSettings["dialect"], string>> = {
  mssql: "SQL Server",
  sqlite: "SQLite",
  postgres: "PostgreSQL",
  mysql: "MySQL",
};

/**
 * Says that a database cannot be reached, why, and where it was looked for: never with what it was to be opened by.
 * @param fault What the driver's error is, for whether it may pass.
 */
export function cannotConnect(
  error: unknown,
  settings: DatabaseSettings,
  { isTransient, outcome }: Pick<DatabaseError, "isTransient" | "outcome">,
): DatabaseError {
  const { dialect, name, host = "localhost", port } = settings;
  const where =
    settings.connectionString === undefined
      ? `"${name}" on ${host}${port === undefined ? "" : `:${port}`}`
      : `of the connection string`;
  const reason = withoutCredentials(reasonOf(error), settings).replace(/[.\s]*$/, "");
  return new DatabaseError("connection", `Cannot open the ${titles[dialect]} database ${where}: ${reason}.`, {
    isTransient,
    outcome,
    cause: error,
  });
}

/** The driver's own words. A refused connection to a name with several addresses has its reasons inside. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError && error.cause !== undefined) return reasonOf(error.cause);
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly Error[] };
  return message || errors?.[0]?.message || code || "there is no connection";
}

function withoutCredentials(text: string, { password, connectionString }: DatabaseSettings): string {
  return [password, connectionString]
    .filter((secret) => secret !== undefined && secret !== "")
    .reduce<string>((shown, secret) => shown.replaceAll(secret ?? "", "…"), text);
}

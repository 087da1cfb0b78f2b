import type { DatabaseConfig } from "data-api";

/** The URL of a database, with its password if it has one. */
export function urlOf({
  dialect,
  name = "",
  host = "",
  port,
  userName = "",
  password = "",
  trustServerCertificate,
}: DatabaseConfig): string {
  if (dialect === "sqlite") return `sqlite:${name}`;
  const login = [userName, password].filter(Boolean).map(encodeURIComponent).join(":");
  const query =
    trustServerCertificate === undefined ? "" : `?trustServerCertificate=${trustServerCertificate}`;
  return `${dialect}://${login}@${host}${port === undefined ? "" : `:${port}`}/${name}${query}`;
}

import { parseServerUrl, type DatabaseAddress } from "../../../wire/database-address.js";

/**
 * Parses `mssql://user:password@host:1433/database?trustServerCertificate=true`, or the JDBC form
 * `sqlserver://host:1433;database=shop;user=sa;password={…};trustServerCertificate=true`. An instance is `host\name`.
 */
export function parseMssqlUrl(url: string): DatabaseAddress | undefined {
  const address = parseServerUrl(fromJdbc(url), ["mssql", "sqlserver"], {
    encrypt: { true: { encrypt: true }, false: { encrypt: false }, strict: { encrypt: "strict" } },
    trustservercertificate: {
      true: { trustServerCertificate: true },
      false: { trustServerCertificate: false },
    },
  });
  const [host = "", instanceName] = address?.host?.split("\\") ?? [];
  return address === undefined || instanceName === undefined ? address : { ...address, host, instanceName };
}

/** Converts the JDBC form, with its properties after semicolons, to a URL. */
function fromJdbc(url: string): string {
  const [, place = "", options] = /^(?:jdbc:)?sqlserver:\/\/([^;@?]*);(.*)$/is.exec(url) ?? [];
  if (options === undefined) return url;
  const given = Array.from(
    options.matchAll(/\s*([^=;]+)=(?:\{((?:[^}]|\}\})*)\}|([^;]*))(?:;|$)/g),
    ([, key = "", braced, bare = ""]) =>
      [key.trim().toLowerCase(), braced?.replaceAll("}}", "}") ?? bare] as const,
  );
  const take = (...keys: readonly string[]) => given.find(([key]) => keys.includes(key))?.[1] ?? "";
  const user = encodeURIComponent(take("user", "username"));
  const password = encodeURIComponent(take("password"));
  const database = encodeURIComponent(take("database", "databasename"));
  const known = ["user", "username", "password", "database", "databasename"];
  const rest = Object.fromEntries(given.filter(([key]) => !known.includes(key)));
  const host = place.replace("\\", "%5C");
  return `sqlserver://${user}:${password}@${host}/${database}?${new URLSearchParams(rest).toString()}`;
}

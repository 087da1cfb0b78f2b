import type { DatabaseSettings } from "../../model/model.js";
import { DatabaseError } from "./database-error.js";

/** The database settings that a URL can contain. */
export type DatabaseAddress = Pick<DatabaseSettings, "name"> &
  Partial<
    Pick<
      DatabaseSettings,
      "host" | "port" | "instanceName" | "userName" | "password" | "encrypt" | "trustServerCertificate"
    >
  >;

type Encryption = Pick<DatabaseAddress, "encrypt" | "trustServerCertificate">;

/** The encryption settings for each value of a URL parameter, by the parameter's name in lower case. */
export type UrlParameters = Readonly<Record<string, Readonly<Record<string, Encryption>>>>;

/**
 * Parses `scheme://user:password@host:port/name?parameter=value`. Error messages never quote the URL: any part of a
 * malformed one may belong to the password.
 * @throws {DatabaseError}
 */
export function parseServerUrl(
  text: string,
  schemes: readonly string[],
  parameters: UrlParameters,
): DatabaseAddress | undefined {
  const [scheme = ""] = text.split("://", 1);
  if (!text.includes("://") || !schemes.includes(scheme.toLowerCase())) return undefined;
  const form = `${scheme}://user:password@host:port/database`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || `${url.pathname}${url.search}${url.hash}`.includes("@"))
    throw mistake(
      `The URL of the database cannot be read. Write it as ${form}, and in the user name and the password @ : / ? # % as %40 %3A %2F %3F %23 %25.`,
    );
  const name = decode(url.pathname.slice(1));
  if (url.hostname === "" || name === "" || name.includes("/"))
    throw mistake(`The URL of the database does not say which host and database. Write it as ${form}.`);
  return {
    host: decode(url.hostname).replace(/^\[(.*)\]$/, "$1"),
    ...(url.port !== "" && { port: Number(url.port) }),
    name,
    ...(url.username !== "" && { userName: decode(url.username) }),
    ...(url.password !== "" && { password: decode(url.password) }),
    ...encryptionOf(url.searchParams, parameters),
  };
}

function encryptionOf(given: URLSearchParams, parameters: UrlParameters): Encryption {
  const said = Array.from(given, ([name, value]) => {
    const encryption = parameters[name.toLowerCase()]?.[value.toLowerCase()];
    if (encryption !== undefined) return encryption;
    const known = Object.entries(parameters).map(
      ([known, values]) => `${known}=${Object.keys(values).join("|")}`,
    );
    throw mistake(`The URL of the database has an unknown parameter. Known parameters: ${known.join(", ")}.`);
  });
  return Object.assign({}, ...said) as Encryption;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw mistake("The URL of the database has a % that is no part of a code: write it as %25.");
  }
}

function mistake(message: string): DatabaseError {
  return new DatabaseError("connection", message);
}

import type Mssql from "mssql";
import type { DatabaseSettings } from "../../../../model/model.js";
import type { DatabaseAddress } from "../../../wire/database-address.js";
import { driverAddress } from "../../../wire/driver-address.js";
import { GRACE } from "../../../wire/patience.js";
import { loginIn, valueIn, withDriverWords } from "./mssql-login.js";
import { parseMssqlUrl } from "./mssql-url.js";

/**
 * Converts the settings to those of the driver.
 * @param isReadIntent Whether a listener should connect to a readable replica. Default: if a connection string says so.
 * @throws {Error} for a connection string that cannot be read.
 */
export function mssqlSettings(
  mssql: typeof Mssql,
  settings: DatabaseSettings,
  isReadIntent = false,
): Mssql.config {
  const { connectionString, pool, certificateAuthority: ca } = settings;
  const address =
    connectionString === undefined ? addressOf(settings) : parseConnectionString(mssql, connectionString);
  // The type of the driver's option lacks "strict" (TDS 8), which it takes (tedious: Connection, `encrypt`).
  const encrypt = (settings.encrypt ?? address.options?.encrypt ?? true) as boolean;
  return {
    ...address,
    options: {
      ...address.options,
      encrypt,
      trustServerCertificate:
        settings.trustServerCertificate || (address.options?.trustServerCertificate ?? false),
      ...(ca !== undefined && { cryptoCredentialsDetails: { ca } }),
      readOnlyIntent: isReadIntent || address.options?.readOnlyIntent === true,
      appName: "data-api",
      useUTC: true,
      enableArithAbort: true,
      // An error ends the whole transaction, as in the other databases.
      abortTransactionOnError: true,
      // A server that does not confirm the cancellation of a statement in this time is unreachable.
      cancelTimeout: GRACE,
    },
    pool: {
      max: pool.max,
      min: pool.min,
      idleTimeoutMillis: pool.idleTimeout,
      acquireTimeoutMillis: Math.max(settings.connectTimeout, pool.waitTimeout),
    },
    // Otherwise the driver would run `select 1` before each statement. Lost connections are handled by retries.
    validateConnection: "socket",
    connectionTimeout: settings.connectTimeout,
    requestTimeout: settings.statementTimeout,
  };
}

type Address = DatabaseAddress & Partial<Pick<DatabaseSettings, "authentication">>;

function addressOf(settings: Address): Mssql.config {
  const { instanceName, authentication, encrypt, trustServerCertificate } = settings;
  const { host, ...rest } = driverAddress(settings);
  return {
    server: host,
    ...rest,
    ...(authentication !== undefined && { authentication: authentication as never }),
    options: {
      ...(instanceName !== undefined && { instanceName }),
      ...(encrypt !== undefined && { encrypt: encrypt as boolean }),
      ...(trustServerCertificate !== undefined && { trustServerCertificate }),
    },
  };
}

/** Parses a URL here, and leaves `Server=…;Database=…` to the driver's own parser. */
function parseConnectionString({ ConnectionPool }: typeof Mssql, text: string): Mssql.config {
  const address = parseMssqlUrl(text);
  if (address !== undefined) return addressOf(address);
  const { parseConnectionString: parse } = ConnectionPool as unknown as {
    readonly parseConnectionString: (text: string) => Mssql.config;
  };
  const parsed = parse.call(ConnectionPool, withDriverWords(text));
  const authentication = loginIn(text, parsed);
  // The driver reads these two words only in lower case, or as true.
  const isStrict = valueIn(text, "encrypt")?.toLowerCase() === "strict";
  const readOnlyIntent = valueIn(text, "application ?intent")?.toLowerCase() === "readonly";
  const encryption = isStrict && { encrypt: "strict" as unknown as boolean };
  return {
    ...parsed,
    ...(authentication !== undefined && { authentication }),
    options: { ...parsed.options, readOnlyIntent, ...encryption },
  };
}

import type { DatabaseConfig } from "../../../runtime/config/config.js";
import type { DialectName } from "../../../runtime/model/model.js";
import { addressCode, withPassword } from "../from-database.js";
import { toCode, variableCode, type ImportSource } from "../import-source.js";
import { quoted } from "../../one-line.js";
import { memberOf, mistake, dabText, variableIn, type DabValue } from "./dab-values.js";

const dialects: Readonly<Record<string, DialectName>> = {
  mssql: "mssql",
  postgresql: "postgres",
  mysql: "mysql",
};

/** How to connect now, and the expression for the configuration. */
export interface DabConnection extends Pick<ImportSource, "database" | "variables" | "notes"> {
  readonly config: DatabaseConfig;
}

/** The connection of a `data-source`. @throws {CommandError} that never quotes the connection string. */
export function dabConnection(source: DabValue): DabConnection {
  const type = memberOf(source, "database-type");
  const name = dabText(type) ?? "";
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined;
  if (dialect === undefined)
    throw mistake(
      type,
      `this database is not supported, or not named. Supported are: ${Object.keys(dialects).join(", ")}.`,
    );
  const option = memberOf(source, "connection-string");
  const text = dabText(option);
  if (text === undefined || text === "")
    throw mistake(option, "there is none, and the tables are read from the database.");
  if (text.length > MAX_LENGTH) throw mistake(option, `it has more than ${MAX_LENGTH} characters.`);
  if (text.includes("@akv("))
    throw mistake(option, "it is in a key vault: set an environment variable to it, and write @env('NAME').");
  const variable = variableIn(option);
  // The runtime reads the same form, including log-ins with an identity of Entra ID.
  if (dialect === "mssql" && variable !== undefined)
    return {
      config: { dialect, connectionString: text },
      database: { dialect: toCode(dialect), connectionString: variableCode(variable) },
      variables: [{ name: variable, meaning: "the connection string of the database" }],
      notes: [],
    };
  const { address, others } = readAddress(text, dialect, option);
  const config = withPassword({ dialect, ...address });
  const { database, variables } = addressCode(config);
  return {
    config,
    database,
    variables,
    notes: [
      ...(variable === undefined
        ? []
        : [
            `The driver does not read the form of ${quoted(variable)}: the address is in this file, without the password.`,
          ]),
      ...(others === 0 ? [] : [`Not carried over: other settings of the connection string (${others}).`]),
    ],
  };
}

/** A pair of `Server=…;Password="…"`. A value may be quoted. */
const PAIR = /(?:^|;)([^=;]+)=\s*(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([^;]*))\s*(?=;|$)/g;

/** The maximum length of a connection string. */
const MAX_LENGTH = 10_000;

/** Reads the form of ADO.NET, Npgsql and MySqlConnector, and counts the settings that have no counterpart. */
function readAddress(
  text: string,
  dialect: DialectName,
  option: DabValue,
): { readonly address: Omit<DatabaseConfig, "dialect">; readonly others: number } {
  const pairs = Array.from(text.matchAll(PAIR), ([, key = "", double, single, bare = ""]) => {
    const value = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? bare.trim();
    return [key.toLowerCase().replace(/[\s_]+/g, ""), value] as const;
  });
  const taken = new Set<string>();
  const take = (...keys: readonly string[]): string | undefined => {
    for (const key of keys) taken.add(key);
    return pairs.findLast(([key]) => keys.includes(key))?.[1];
  };
  const server = take("server", "datasource", "host", "address", "addr", "networkaddress");
  const name = take("database", "initialcatalog");
  const userName = take("userid", "uid", "user", "username");
  const password = take("password", "pwd");
  const kind = take("authentication");
  const login = kind ?? take("integratedsecurity", "trustedconnection");
  const way = `put the connection string into an environment variable, and write @env('NAME').`;
  if (login !== undefined && !/^(?:false|no|sql ?password)$/i.test(login))
    throw mistake(
      option,
      `it does not log in with a password; ${dialect === "mssql" && kind !== undefined ? way : "only that is supported."}`,
    );
  const [, host = "", port] = /^(?:tcp:)?([^,:]+)(?:[,:]\s*(\d+))?$/i.exec(server ?? "") ?? [];
  if (host === "" || host.startsWith("(") || name === undefined || name === "")
    throw mistake(
      option,
      `it does not say which host and database: expected "Server=host;Database=name;User Id=…".`,
    );
  const [machine = host, instanceName] = host.split("\\");
  const givenPort = take("port") ?? port;
  return {
    address: {
      host: machine === "." || machine === "(local)" ? "localhost" : machine,
      ...(instanceName !== undefined && { instanceName }),
      ...(givenPort !== undefined && instanceName === undefined && { port: Number(givenPort) }),
      name,
      ...(userName !== undefined && { userName }),
      ...(password !== undefined && { password }),
      ...encryptionOf(dialect, take("encrypt", "sslmode", "ssl"), take("trustservercertificate")),
    },
    others: pairs.filter(([key]) => !taken.has(key)).length,
  };
}

function encryptionOf(
  dialect: DialectName,
  encrypt = "",
  trust = "",
): Pick<DatabaseConfig, "encrypt" | "trustServerCertificate"> {
  const trusted = /^(?:true|yes)$/i.test(trust) ? { trustServerCertificate: true } : {};
  if (/^(?:false|no|optional|disabled?|none)$/i.test(encrypt)) return { encrypt: false };
  // These values do not check the certificate.
  if (/^requ?ired?$/i.test(encrypt)) return { encrypt: true, trustServerCertificate: true };
  // As in Microsoft's drivers, it always checks the certificate.
  if (dialect === "mssql" && /^strict$/i.test(encrypt)) return { encrypt: "strict" };
  if (/^(?:true|yes|mandatory|verify-?\w+)$/i.test(encrypt)) return { encrypt: true, ...trusted };
  return trusted;
}

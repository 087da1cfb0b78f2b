import path from "node:path";
import { parseDatabaseUrl } from "../../../runtime/database/dialects/database-url.js";
import type { DialectName } from "../../../runtime/model/model.js";
import { addressCode, withPassword } from "../from-database.js";
import { toCode, variableCode, type ImportSource } from "../import-source.js";
import { quoted } from "../../one-line.js";
import type { PrismaSettings } from "./prisma-schema.js";
import type { PrismaProvider } from "./prisma-provider.js";
import { mistakeAt } from "./prisma-tokens.js";

/** The address of the database, and the schema of its tables if the URL names one. */
export interface PrismaDatabase extends Pick<ImportSource, "database" | "variables" | "notes"> {
  readonly schema: string | undefined;
}

/** The variable that Prisma's documentation uses, for a schema without a URL (Prisma 7). */
const USUAL_VARIABLE = "DATABASE_URL";

/** The address of a `datasource`. @throws {CommandError} */
export function prismaDatabase(datasource: PrismaSettings, { dialect }: PrismaProvider): PrismaDatabase {
  const { settings, place } = datasource;
  const url = settings.get("url");
  const others = ["directUrl", "shadowDatabaseUrl"].filter((name) => settings.has(name));
  const notes = [
    ...(others.length === 0
      ? []
      : [`Not carried over, as it is for Prisma's migrations: ${others.join(", ")}.`]),
    ...(textSetting(datasource, "relationMode") === "prisma"
      ? [
          "onDelete and onUpdate have no effect here: Prisma's client ran them (relationMode), and the database has no foreign keys.",
        ]
      : []),
  ];
  if (url?.kind === "text") {
    const schema = schemaIn(url.text);
    if (dialect === "sqlite") return { ...sqliteFile(url.text, place.file), notes, variables: [], schema };
    const bare = withoutOptions(url.text, dialect);
    const address = addressCode(withPassword(parseDatabaseUrl(bare.url)));
    return { ...address, notes: [...notes, ...bare.notes], schema };
  }
  if (url !== undefined && (url.kind !== "call" || url.text !== "env"))
    throw mistakeAt(url.place, `expected a text or env("…") as "url".`);
  const [name] = url?.arguments ?? [];
  if (url !== undefined && (name?.value.kind !== "text" || name.value.text === ""))
    throw mistakeAt(url.place, `expected the name of an environment variable: env("${USUAL_VARIABLE}").`);
  const variable = name?.value.kind === "text" ? name.value.text : USUAL_VARIABLE;
  const code = variableCode(variable);
  const value = process.env[variable];
  const isSqlite = dialect === "sqlite";
  return {
    database: {
      dialect: toCode(dialect),
      ...(isSqlite ? { name: `${code}?.replace(/^file:|\\?.*$/g, "")` } : { connectionString: code }),
    },
    variables: [{ name: variable, meaning: "the address of the database; .env is not read" }],
    schema: value === undefined ? undefined : schemaIn(value),
    notes: [
      ...notes,
      ...(url === undefined ? [`The schema has no "url": the address is taken from ${USUAL_VARIABLE}.`] : []),
      ...(isSqlite
        ? [
            `A relative path in ${quoted(variable)} is one from the working directory, and not from the folder of the schema.`,
          ]
        : []),
      ...(dialect === "postgres" && value === undefined
        ? [`${quoted(variable)} was not set: if its URL has "?schema=", give the entities that "schema".`]
        : []),
    ],
  };
}

export function textSetting({ settings }: PrismaSettings, name: string): string | undefined {
  const value = settings.get(name);
  return value?.kind === "text" ? value.text : undefined;
}

/** The file of `file:./dev.db`, which is relative to the folder of the schema. */
function sqliteFile(url: string, file: string): Pick<ImportSource, "database"> {
  const place = url.replace(/^file:|\?.*$/g, "");
  const relative = path.relative(process.cwd(), path.resolve(path.dirname(file), place));
  const name = path.isAbsolute(place) ? place : relative.split(path.sep).join("/");
  return { database: { dialect: toCode("sqlite"), name: toCode(name) } };
}

/** The schema of `…?schema=crm` and `…;schema=crm`. */
function schemaIn(url: string): string | undefined {
  const [, name] = /[?&;]schema=([^&;]+)/i.exec(url) ?? [];
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

const KNOWN =
  /^(?:database|databasename|user|username|password|encrypt|trustservercertificate|sslmode|ssl-mode)$/i;

/** Options from Prisma's documentation, which messages may name. Other texts may be part of a password. */
const PRISMA_OPTION =
  /^(?:connection_?limit|(?:connect|connection|login|pool|socket)_?timeout|pgbouncer|statement_cache_size|ssl(?:accept|cert|identity|password|rootcert|key)|socket|host|application_?name|channel_binding|options|isolationlevel|integratedsecurity|trustservercertificateca|single_use_connections)$/i;

/** Prisma's `sslaccept` for MySQL, as an option of the configuration. */
const SSL_ACCEPT: ReadonlyMap<string, string> = new Map([
  ["strict", "ssl-mode=verify_identity"],
  ["accept_invalid_certs", "ssl-mode=required"],
]);

/** The URL without options that have no counterpart, with a sentence about them. */
function withoutOptions(
  url: string,
  dialect: DialectName,
): { readonly url: string; readonly notes: readonly string[] } {
  const dropped: string[] = [];
  const drop = (key: string) => {
    if (!/^schema$/i.test(key)) dropped.push(PRISMA_OPTION.test(key) ? key : "others");
    return "";
  };
  const keep = (pair: string) => {
    const [key = "", value = ""] = pair.split("=", 2);
    const sslMode =
      /^sslaccept$/i.test(key) && dialect === "mysql" ? SSL_ACCEPT.get(value.toLowerCase()) : undefined;
    // An "@" belongs to an unencoded password, which the parser rejects.
    return sslMode ?? (KNOWN.test(key) || pair.includes("@") ? pair : drop(key));
  };
  const [address = "", query = ""] = url.split("?", 2);
  const kept = /^sqlserver:/i.test(url)
    ? url.replace(/;([^=;]+)=(?:\{(?:[^}]|\}\})*\}|[^;]*)/g, (whole, key: string) =>
        KNOWN.test(key.trim()) ? whole : drop(key.trim()),
      )
    : [
        address,
        query
          .split("&")
          .filter((pair) => pair !== "")
          .map(keep)
          .filter((pair) => pair !== "")
          .join("&"),
      ]
        .filter((part) => part !== "")
        .join("?");
  const names = [...new Set(dropped)];
  return {
    url: kept,
    notes: names.length === 0 ? [] : [`Not carried over: options of the URL (${names.join(", ")}).`],
  };
}

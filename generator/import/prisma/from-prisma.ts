import fs from "node:fs";
import path from "node:path";
import { suggestion } from "../../../runtime/errors/nearest.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { CommandError } from "../../command-error.js";
import { listFiles } from "../../files/folder-listing.js";
import { chooseTables, type TableChoice } from "../choose-tables.js";
import { nothingDescribed } from "../from-database.js";
import type { ImportSource } from "../import-source.js";
import { entitiesFromTables } from "../entities-from-tables.js";
import { quoted } from "../../one-line.js";
import { parsePrisma } from "./parse-prisma.js";
import { prismaDatabase, textSetting } from "./prisma-database.js";
import { resolveNames } from "./prisma-names.js";
import { schemaNotes } from "./prisma-notes.js";
import type { PrismaProvider } from "./prisma-provider.js";
import type { PrismaSchema, PrismaSettings } from "./prisma-schema.js";
import { prismaTables } from "./prisma-tables.js";
import { mistakeAt } from "./prisma-tokens.js";
import { mysqlProvider } from "./providers/prisma-mysql.js";
import { postgresqlProvider } from "./providers/prisma-postgresql.js";
import { sqliteProvider } from "./providers/prisma-sqlite.js";
import { sqlserverProvider } from "./providers/prisma-sqlserver.js";

/** The largest schema that is read, in bytes. */
const MAX_BYTES = 20_000_000;

/** Describes the tables of a Prisma schema: a file, or a folder of `.prisma` files. @throws {CommandError} */
export function fromPrisma(place: string, choice: TableChoice): ImportSource {
  const schema = loadPrisma(place);
  const datasource = onlyDatasource(schema, place);
  const provider = providerOf(datasource);
  const { schema: ofUrl, notes, ...database } = prismaDatabase(datasource, provider);
  const placed = { ...provider, defaultSchema: ofUrl ?? provider.defaultSchema };
  const names = resolveNames(schema, placed, datasource.name);
  // Where the connection looks, if a table names no schema.
  const { defaultSchema, dialect } = provider;
  const tables = chooseTables(prismaTables(names), choice);
  const imported = entitiesFromTables(tables, defaultSchema, dialects[dialect]);
  if (imported.entities.length === 0) throw nothingDescribed(`The schema ${quoted(place)}`, imported);
  return {
    origin: "a Prisma schema",
    isFile: true,
    hasPermissions: false,
    imported,
    ...database,
    options: {},
    notes: [...notes, ...schemaNotes(names)],
  };
}

/** The parsed files, as one schema. */
function loadPrisma(place: string): PrismaSchema {
  const stats = fs.statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) throw new CommandError(`There is no file or folder ${quoted(place)}.`);
  const files = stats.isDirectory()
    ? listFiles(place, (folder) => fs.readdirSync(folder, { withFileTypes: true })).filter((file) =>
        file.endsWith(".prisma"),
      )
    : [place];
  if (files.length === 0)
    throw new CommandError(`The folder ${quoted(place)} has no file that ends in .prisma.`);
  const parsed = files.map((file) => parsePrisma(path.relative("", file) || file, readText(file)));
  return {
    datasources: parsed.flatMap(({ datasources }) => datasources),
    models: parsed.flatMap(({ models }) => models),
    enums: parsed.flatMap(({ enums }) => enums),
  };
}

function readText(file: string): string {
  if (fs.statSync(file).size > MAX_BYTES)
    throw new CommandError(
      `${quoted(file)} has more than ${MAX_BYTES / 1_000_000} megabytes: it is not a Prisma schema.`,
    );
  return fs.readFileSync(file, "utf8");
}

function onlyDatasource({ datasources }: PrismaSchema, place: string): PrismaSettings {
  const [first, second] = datasources;
  if (first === undefined)
    throw new CommandError(`The schema ${quoted(place)} has no datasource, which names its database.`);
  if (second !== undefined)
    throw mistakeAt(second.place, "the schema has a second datasource; only one is allowed.");
  return first;
}

function providerOf(datasource: PrismaSettings): PrismaProvider {
  const { settings, place } = datasource;
  const name = textSetting(datasource, "provider");
  const known = Object.keys(prismaProviders).filter((each) => each !== "postgres");
  const at = settings.get("provider")?.place ?? place;
  if (name === undefined)
    throw mistakeAt(at, `the datasource has no "provider". Supported are: ${known.join(", ")}.`);
  const provider = Object.hasOwn(prismaProviders, name) ? prismaProviders[name] : undefined;
  if (provider !== undefined) return provider;
  throw mistakeAt(
    at,
    `the provider ${quoted(name)} is not supported.${suggestion(name, known)} Supported are: ${known.join(", ")}.`,
  );
}

/** The databases by their names in a `datasource`. `postgres` is an older name. */
const prismaProviders: Readonly<Record<string, PrismaProvider>> = {
  postgresql: postgresqlProvider,
  postgres: postgresqlProvider,
  mysql: mysqlProvider,
  sqlite: sqliteProvider,
  sqlserver: sqlserverProvider,
};

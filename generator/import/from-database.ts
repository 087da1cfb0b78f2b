import type { DatabaseConfig } from "../../runtime/config/config.js";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { parseDatabaseUrl } from "../../runtime/database/dialects/database-url.js";
import type { StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import { CommandError } from "../command-error.js";
import { withDatabase } from "../migrate/with-database.js";
import { chooseTables, type TableChoice } from "./choose-tables.js";
import { importRoutines } from "./import-routines.js";
import { entitiesFromTables } from "./entities-from-tables.js";
import { PASSWORD_VARIABLE, toCode, variableCode, type Code, type ImportSource } from "./import-source.js";
import type { ImportedTables, ImportTable } from "./imported.js";
import { readImported } from "./read-imported.js";

/** Describes a database. @throws {CommandError} */
export async function fromDatabase(url: string, choice: TableChoice): Promise<ImportSource> {
  const database = withPassword(parseDatabaseUrl(url));
  const imported = await readDatabase(database, choice.schemas, (tables) => chooseTables(tables, choice));
  if (imported.entities.length === 0)
    throw nothingDescribed(`The database "${database.name ?? ""}"`, imported);
  const operations = await readOperations(database, choice.schemas);
  return {
    origin: "the database",
    isFile: false,
    hasPermissions: false,
    imported,
    ...addressCode(database),
    options: { ...(operations !== undefined && { operations }) },
    notes: [],
  };
}

/** Describes the procedures and functions of a database. */
async function readOperations(
  database: DatabaseConfig,
  schemas: readonly string[],
): Promise<Code | undefined> {
  return withDatabase(resolveDatabase(database), { isReadOnly: true }, async (db, dialect) => {
    const routines = (await dialect.routines?.read(db)) ?? [];
    const chosen = routines.filter(({ schema }) => schemas.length === 0 || schemas.includes(schema));
    return importRoutines(chosen, dialect);
  });
}

/** The address with the password of the environment variable, if it has none of its own. */
export function withPassword(database: DatabaseConfig): DatabaseConfig {
  const password = database.password ?? process.env[PASSWORD_VARIABLE];
  return database.userName === undefined || password === undefined ? database : { ...database, password };
}

/** The address as members of `database`. The password is that of the environment variable. */
export function addressCode({
  password,
  ...open
}: DatabaseConfig): Pick<ImportSource, "database" | "variables"> {
  const members = Object.fromEntries(Object.entries(open).map(([key, value]) => [key, toCode(value)]));
  if (password === undefined) return { database: members, variables: [] };
  return {
    database: { ...members, password: variableCode(PASSWORD_VARIABLE) },
    variables: [{ name: PASSWORD_VARIABLE, meaning: "the password is not in the file" }],
  };
}

/**
 * Describes the chosen tables of a database.
 * @param schemas Schemas to read, for a database where one connection does not read all.
 * @throws {CommandError} if a package is missing.
 */
export async function readDatabase(
  database: DatabaseConfig,
  schemas: readonly string[],
  choose: (tables: readonly StoredTable[], defaultSchema: string | undefined) => readonly ImportTable[],
): Promise<ImportedTables> {
  const settings = resolveDatabase(database);
  const missing = dialects[settings.dialect].missing?.(settings);
  if (missing !== undefined) throw new CommandError(missing);
  return withDatabase(settings, { isReadOnly: true }, async (db, dialect) => {
    const defaultSchema = await dialect.schema.schemas?.readDefault(db);
    const tables = await readImported(db, dialect, schemas, (found) => choose(found, defaultSchema));
    return entitiesFromTables(tables, defaultSchema, dialect);
  });
}

export function nothingDescribed(place: string, { leftOut }: ImportedTables): CommandError {
  const reasons = leftOut.map((reason) => `\n  ${reason}`).join("");
  return new CommandError(`${place} has no table or view that could be described.${reasons}`);
}

import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DatabaseConfig } from "../../runtime/config/config.js";
import { resolveDatabase } from "../../runtime/config/resolve-database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { StoredTable } from "../../runtime/database/schema/stored-schema.js";
import { parseDatabaseUrl } from "../../runtime/database/dialects/database-url.js";
import { CommandError } from "../command-error.js";
import { withDatabase } from "../database-session.js";
import { exitCodes } from "../exit-codes.js";
import { formatCode } from "../format.js";
import { chooseTables, type TableChoice } from "../import/choose-tables.js";
import { givePermissions, parsePermissions } from "../import/give-permissions.js";
import { importTables } from "../import/import-tables.js";
import { readImported } from "../import/read-imported.js";
import type { Imported } from "../import/imported.js";
import { PASSWORD_VARIABLE, printConfig } from "../import/print-config.js";
import { findConfigFiles } from "../load-config.js";
import { loadProjectFormat } from "../project-format.js";
import { listOption, print, textOption, type Command, type CommandOptions } from "./command.js";

const FILE = "data-api.config.ts";

const firstConfig = `import { defineConfig } from "data-api";

export default defineConfig({
  database: { dialect: "sqlite", name: "blog.db" },
  entities: {
    blogpost: {
      fields: {
        title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
        content: { type: "richtext", isEditable: true, isRequired: true, foreignKey: null },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
  },
});
`;

const nextSteps = `Next:
  npm install data-api ${dialects.sqlite.packages}   if they are not installed yet
  npx data-api start                      serves it on http://localhost:1337/api/data
  npx data-api generate                   writes the same as TypeScript to src/api

Try it:
  curl -X POST http://localhost:1337/api/data/blogpost -H "Content-Type: application/json" -d '{"title":"Hello","content":"<p>World</p>"}'
  curl http://localhost:1337/api/data/blogpost/public/findall/id/0/10`;

/** The options about the tables of a database. All can be repeated. */
const importOptions = {
  schema: { type: "string", multiple: true },
  include: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
  permissions: { type: "string", multiple: true },
} as const;

export const init: Command = {
  name: "init",
  help: `Usage: data-api init [--from-database URL [--schema NAME] [--include PATTERN] [--exclude PATTERN]
                     [--permissions LIST]] [--config FILE]

Writes ${FILE} with a small blog on SQLite, and tells what to do next. A configuration that is there already is left alone.

  --from-database URL  describes the tables and views of this database instead, which is only read:
                       postgres://user@host:port/database    also postgresql://
                       mysql://user@host:port/database       also mariadb://
                       sqlserver://user@host:port/database   also mssql://, sqlserver://host;database=…
                       sqlite:path                           also file:path, or just the path
                       An encrypted connection is asked for by ?sslmode=, ?ssl-mode=, or ?encrypt= and
                       &trustServerCertificate=, as the three have it.
                       The password may be in the URL or, better, in the variable ${PASSWORD_VARIABLE}. It is not written
                       to the file, which takes it from that variable.
  --schema NAME        only the tables of this schema. May be repeated. On MySQL a schema is a database, and only that of
                       the URL is read by default
  --include PATTERN    only tables and views whose name, or schema.name, is like this: * is any text, ? a character.
                       May be repeated
  --exclude PATTERN    none of these. May be repeated
  --permissions LIST   who may do what with every entity: read=guest,create=admin. May be repeated
  --config FILE        writes this file, whose name ends in .ts, .mts, .js or .mjs

Without --permissions no role may do anything: you name the roles. Comments tell what could not be described. The server then only checks that the tables are as described, and changes none.`,
  options: {
    "from-database": { type: "string" },
    ...importOptions,
    config: { type: "string" },
  },
  run: async (options) => {
    const file = newFile(textOption(options, "config"));
    const url = textOption(options, "from-database");
    const permissions = parsePermissions(listOption(options, "permissions"));
    const choice = {
      schemas: listOption(options, "schema"),
      include: listOption(options, "include"),
      exclude: listOption(options, "exclude"),
    };
    if (url === undefined) checkAlone(options);
    const format = await loadProjectFormat(path.resolve(file));
    if (url === undefined) {
      writeFileSync(file, await formatCode(firstConfig, format), { flag: "wx" });
      print(`Wrote ${file}.\n\n${nextSteps}`);
      return exitCodes.done;
    }
    const database = databaseOf(url);
    const imported = givePermissions(await readDatabase(database, choice), permissions);
    writeFileSync(file, await printConfig(imported, database, format), { flag: "wx" });
    print(
      `Wrote ${file}: ${report(imported)}\n\n${importedSteps(database, file, Object.keys(permissions).length > 0)}`,
    );
    return exitCodes.done;
  },
};

/** The file to write. @throws {CommandError} if a configuration exists already, or for a wrong extension. */
function newFile(asked: string | undefined): string {
  if (asked !== undefined && !/\.m?[jt]s$/.test(asked))
    throw new CommandError(`"${asked}" cannot be written: its name must end in .ts, .mts, .js or .mjs.`);
  const [existing] = asked === undefined ? findConfigFiles(process.cwd()) : [asked].filter(existsSync);
  if (existing !== undefined)
    throw new CommandError(`There is a ${path.basename(existing)} already; it was left as it is.`);
  return asked ?? FILE;
}

/** @throws {CommandError} for an option that only describes a database, if there is none to describe. */
function checkAlone(options: CommandOptions): void {
  const wrong = Object.keys(importOptions).find((name) => options[name] !== undefined);
  if (wrong !== undefined)
    throw new CommandError(`--${wrong} is about the tables of a database: give --from-database URL too.`);
}

/** @throws {DatabaseError} if the URL is not a database URL. */
function databaseOf(url: string): DatabaseConfig {
  const database = parseDatabaseUrl(url);
  const password = database.password ?? process.env[PASSWORD_VARIABLE];
  return database.userName === undefined || password === undefined ? database : { ...database, password };
}

/** @throws {CommandError} if a package is missing, or the database has no table or view to describe. */
async function readDatabase(database: DatabaseConfig, choice: TableChoice): Promise<Imported> {
  const settings = resolveDatabase(database);
  const missing = dialects[settings.dialect].missing?.(settings);
  if (missing !== undefined) throw new CommandError(missing);
  const imported = await withDatabase(settings, { isReadOnly: true }, async (db, dialect) => {
    const choose = (found: readonly StoredTable[]) => chooseTables(found, choice);
    const tables = await readImported(db, dialect, choice.schemas, choose);
    return importTables(tables, await dialect.schema.defaultSchema(db), dialect);
  });
  if (imported.entities.length > 0) return imported;
  const reasons = imported.leftOut.map((reason) => `\n  ${reason}`).join("");
  throw new CommandError(
    `The database "${database.name ?? ""}" has no table or view that could be described.${reasons}`,
  );
}

function report({ entities, leftOut }: Imported): string {
  const readOnly = entities.filter(({ options }) => options.isReadOnly === true).length;
  const fields = entities.flatMap((entity) => entity.fields);
  const columns = fields.filter(({ options }) => options === undefined).length;
  const parts = [
    `${entities.length} ${entities.length === 1 ? "entity" : "entities"}`,
    ...(readOnly === 0 ? [] : [`${readOnly} of them only read`]),
    ...(leftOut.length === 0 ? [] : [`${leftOut.length} tables or views left out`]),
    ...(columns === 0 ? [] : [`${columns} columns left out`]),
  ];
  return `${parts.join(", ")}.`;
}

function importedSteps({ password }: DatabaseConfig, file: string, isPermitted: boolean): string {
  const config = file === FILE ? "" : ` --config ${file}`;
  return [
    "Next:",
    ...(password === undefined
      ? []
      : [`  set ${PASSWORD_VARIABLE}                         the password is not in the file`]),
    isPermitted
      ? `  read the comments, and check the roles  every entity has the same`
      : `  read the comments, and name roles       nobody may do anything yet`,
    `  npx data-api validate${config}`,
    `  npx data-api start${config}`,
    `  npx data-api db pull${config}   shows later what has changed in the database`,
  ].join("\n");
}

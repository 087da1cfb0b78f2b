import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sqlitePackage } from "../../runtime/database/dialects/sqlite/connection/sqlite-package.js";
import { CommandError } from "../command-error.js";
import { oneLine } from "../one-line.js";
import { formatCode } from "../files/format.js";
import type { TableChoice } from "../import/choose-tables.js";
import { PASSWORD_VARIABLE, type ImportSource } from "../import/import-source.js";
import { findConfigFiles } from "../config/load-config.js";
import { loadProjectFormat } from "../files/project-format.js";
import { isCommonJs, writeProject, type NewProject } from "../project/write-project.js";
import { importedSteps, report } from "./init-report.js";
import { command, print } from "./command.js";

const FILE = "data-api.config.ts";

const firstConfig = `import { defineConfig } from "data-api";

export default defineConfig({
  database: { dialect: "sqlite", name: "blog.db" },
  openapi: { page: true },
  admin: process.env["NODE_ENV"] !== "production",
  entities: {
    blogpost: {
      fields: {
        title: {
          type: "string",
          isEditable: true,
          isRequired: true,
          foreignKey: null,
        },
        content: {
          type: "richtext",
          isEditable: true,
          isRequired: true,
          foreignKey: null,
        },
      },
      permissions: {
        read: ["guest"],
        create: ["guest"],
        update: ["guest"],
        delete: ["guest"],
      },
    },
  },
});
`;

const tryIt = `Try it:
  curl -X POST http://localhost:1337/api/data/blogpost -H "Content-Type: application/json" -d '{"title":"Hello","content":"<p>World</p>"}'
  curl http://localhost:1337/api/data/blogpost/public/findall/id/0/10`;

const inProject = `Next:
  npm install       installs data-api, the driver of the database and TypeScript
  npm run dev       serves it on http://localhost:1337, and again after each change
  npm run generate  writes the same as TypeScript to src/api, for you to own`;

/** The sources for a new configuration. */
const sources: Readonly<Record<string, (place: string, choice: TableChoice) => Promise<ImportSource>>> = {
  "from-database": async (url, choice) =>
    (await import("../import/from-database.js")).fromDatabase(url, choice),
  "from-prisma": async (place, choice) =>
    (await import("../import/prisma/from-prisma.js")).fromPrisma(place, choice),
  "from-dab": async (file, choice) => (await import("../import/dab/from-dab.js")).fromDab(file, choice),
};

/** The options about the tables of a source. All can be repeated. */
const importOptions = {
  schema: { type: "string", multiple: true },
  include: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
  permissions: { type: "string", multiple: true },
} as const;

export const init = command({
  help: `Usage: data-api init [--from-database URL | --from-prisma FILE | --from-dab FILE | --from-config FILE --to URL] [--schema NAME]
                     [--include PATTERN] [--exclude PATTERN] [--permissions LIST] [--config FILE]

Writes a project: ${FILE} with a small blog on SQLite, a server, package.json, tsconfig.json, .env with a new key, and
.gitignore. What is there stays as it is; package.json, .env and .gitignore get what they lack. A configuration that is there
already is left alone, and then nothing is written.

  --from-database URL  describes the tables and views of this database instead, and does not change it:
                       postgres://user@host:port/database    also postgresql://
                       mysql://user@host:port/database       also mariadb://
                       sqlserver://user@host:port/database   also mssql://, sqlserver://host;database=…
                       sqlite:path                           also file:path, or just the path
                       For an encrypted connection, add ?sslmode= (PostgreSQL), ?ssl-mode= (MySQL), or
                       ?encrypt= and &trustServerCertificate= (SQL Server).
                       The password may be in the URL or, better, in the variable ${PASSWORD_VARIABLE}. It is not written
                       to the configuration, which takes it from that variable, but to .env, which git ignores.
  --from-prisma FILE   describes the tables of a Prisma schema instead, or of a folder of .prisma files. No database is read,
                       and env("NAME") becomes the environment variable. What is not carried over is listed, and in comments
  --from-dab FILE      describes the entities of a configuration of Data API builder instead, with their names, permissions
                       and relationships. Their columns are read from its database. No role may do more than there: a
                       permission whose policy cannot be converted is left out
  --from-config FILE   writes a configuration that imports this one, for a database of another kind. What that cannot hold is
                       left out and listed
  --to URL             with --from-config: the new database
  --schema NAME        only the tables of this schema. May be repeated. On MySQL a schema is a database, and only that of
                       the URL is read by default
  --include PATTERN    only tables and views whose name, or schema.name, is like this: * is any text, ? a character.
                       May be repeated
  --exclude PATTERN    none of these. May be repeated
  --permissions LIST   who may do what with every entity: read=guest,create=admin. May be repeated
  --config FILE        writes only a configuration, with this name, which ends in .ts, .mts, .js or .mjs

Without --permissions no role may do anything: you name the roles. Comments tell what could not be described. The server then only checks that the tables are as described, and changes none.`,
  options: {
    ...Object.fromEntries(Object.keys(sources).map((name) => [name, { type: "string" }] as const)),
    ...importOptions,
    "from-config": { type: "string" },
    to: { type: "string" },
    config: { type: "string" },
  },
  run: async (options) => {
    if (options["from-config"] !== undefined || options.to !== undefined) {
      await derive(options);
      return;
    }
    const file = newFile(options.config);
    const from = onlySource(options);
    const isProject = options.config === undefined;
    if (from === undefined) {
      const format = await loadProjectFormat(path.resolve(file));
      // It is written as Prettier's defaults would have it, because Prettier takes as long to load as all else.
      const code = Object.keys(format).length === 0 ? firstConfig : await formatCode(firstConfig, format);
      const files = write({ config: file, code, packages: sqlitePackage(), variables: {} }, isProject);
      print([wrote(file, files), isProject ? inProject : startSteps(file), tryIt].join("\n\n"));
      return;
    }
    const { importProject } = await import("../import/import-project.js");
    const { source, isPermitted, project } = await importProject(from, options, file);
    const files = write(project, isProject);
    const steps = importedSteps(source, isProject ? undefined : file, isPermitted);
    print(`${wrote(file, files, report(source))}\n\n${steps}`);
  },
});

/** Writes the configuration, and with it the project around it. */
function write(project: NewProject, isProject: boolean): ReturnType<typeof writeProject> {
  if (isProject) return writeProject(process.cwd(), project);
  writeFileSync(project.config, project.code, { flag: "wx" });
  return { written: [project.config], kept: [] };
}

/** Says which files are new. */
function wrote(file: string, { written, kept }: ReturnType<typeof writeProject>, of = ""): string {
  const others = written.filter((each) => each !== file);
  const first = of === "" ? `Wrote ${written.join(", ")}.` : `Wrote ${file}: ${of}`;
  return [
    first,
    ...(of !== "" && others.length > 0 ? [`Around it: ${others.join(", ")}.`] : []),
    ...(kept.length > 0
      ? [`Left as ${kept.length === 1 ? "it was" : "they were"}: ${kept.join(", ")}.`]
      : []),
  ].join("\n");
}

function startSteps(file: string): string {
  return `Next:
  npx data-api start --config ${file}   serves it on http://localhost:1337`;
}

/** Writes a configuration that imports another one. @throws {CommandError} */
async function derive(options: Readonly<Record<string, unknown>>): Promise<void> {
  const { "from-config": source, to, config } = options;
  if (typeof source !== "string" || typeof to !== "string")
    throw new CommandError(
      "--from-config FILE and --to URL go together: the configuration, and the new database for it.",
    );
  const other = [...Object.keys(sources), ...Object.keys(importOptions)].find(
    (name) => options[name] !== undefined,
  );
  if (other !== undefined) throw new CommandError(`--${other} and --from-config do not go together.`);
  const { parseDatabaseUrl } = await import("../../runtime/database/dialects/database-url.js");
  const file = newFile(typeof config === "string" ? config : `${parseDatabaseUrl(to).dialect}.config.ts`);
  const { fromConfig } = await import("../import/from-config.js");
  const { code, leftOut } = await fromConfig(source, to, file, await loadProjectFormat(path.resolve(file)));
  writeFileSync(file, code, { flag: "wx" });
  print(`Wrote ${file}: the entities of ${source}.

${leftOut.length === 0 ? "Everything fits." : ["Left out, because the new database cannot hold it:", ...leftOut.map((line) => `  ${oneLine(line)}`)].join("\n")}

Copy the rows:
  npx data-api export --config ${source} --for ${file} --out dump
  npx data-api import --config ${file} --from dump`);
}

/** The file to write. @throws {CommandError} if a configuration exists already, or for a wrong extension. */
function newFile(asked: string | undefined): string {
  if (asked !== undefined && !/\.m?[jt]s$/.test(asked))
    throw new CommandError(`"${asked}" cannot be written: its name must end in .ts, .mts, .js or .mjs.`);
  const [existing] = asked === undefined ? findConfigFiles(process.cwd()) : [asked].filter(existsSync);
  if (existing !== undefined)
    throw new CommandError(`There is a ${path.basename(existing)} already; it was left as it is.`);
  return asked ?? (isCommonJs(process.cwd()) ? FILE.replace(".ts", ".mts") : FILE);
}

/**
 * The source given by the options; `undefined` if there is none.
 * @throws {CommandError} for several sources, and for options that need one.
 */
function onlySource(
  options: Readonly<Record<string, unknown>>,
): ((choice: TableChoice) => Promise<ImportSource>) | undefined {
  const [first, second] = Object.entries(sources).filter(([name]) => options[name] !== undefined);
  if (second !== undefined)
    throw new CommandError(
      `--${first?.[0] ?? ""} and --${second[0]} do not go together: a configuration has one source.`,
    );
  if (first === undefined) {
    const wrong = Object.keys(importOptions).find((name) => options[name] !== undefined);
    if (wrong !== undefined)
      throw new CommandError(
        `--${wrong} is about the tables of a source: give --from-database URL, --from-prisma FILE or --from-dab FILE too.`,
      );
    return undefined;
  }
  const [source, load] = first;
  if (source === "from-dab" && options["permissions"] !== undefined)
    throw new CommandError("--permissions does not go with --from-dab: the file has permissions of its own.");
  return (choice) => load(options[source] as string, choice);
}

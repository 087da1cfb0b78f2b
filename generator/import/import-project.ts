import path from "node:path";
import { parseDatabaseUrl } from "../../runtime/database/dialects/database-url.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { DialectName } from "../../runtime/model/settings/dialect-facts.js";
import { loadProjectFormat } from "../files/project-format.js";
import type { NewProject } from "../project/write-project.js";
import type { TableChoice } from "./choose-tables.js";
import { withPassword } from "./from-database.js";
import { givePermissions, parsePermissions } from "./give-permissions.js";
import { PASSWORD_VARIABLE, type ImportSource } from "./import-source.js";
import { printConfig } from "./print-config.js";

/** The options of `init` that are about a source. */
interface ImportOptions {
  readonly schema?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly "from-database"?: unknown;
}

interface ImportedProject {
  readonly source: ImportSource;
  /** Whether some role may do something. */
  readonly isPermitted: boolean;
  readonly project: NewProject;
}

/** Describes a source as a project with a configuration in this file. @throws {CommandError} */
export async function importProject(
  from: (choice: TableChoice) => Promise<ImportSource>,
  options: ImportOptions,
  file: string,
): Promise<ImportedProject> {
  const { schema: schemas = [], include = [], exclude = [] } = options;
  const permissions = parsePermissions(options.permissions ?? []);
  const format = await loadProjectFormat(path.resolve(file));
  const found = await from({ schemas, include, exclude });
  const source = { ...found, imported: givePermissions(found.imported, permissions) };
  const { dialect = "" } = source.database;
  const project = {
    config: file,
    code: await printConfig(source, format),
    packages: dialects[JSON.parse(dialect) as DialectName].packages,
    variables: valuesOf(source, options["from-database"]),
  };
  return { source, isPermitted: source.hasPermissions || Object.keys(permissions).length > 0, project };
}

/** The values of the variables that a configuration reads, as far as they are known here. */
function valuesOf({ variables }: ImportSource, url: unknown): NewProject["variables"] {
  const password = typeof url === "string" ? withPassword(parseDatabaseUrl(url)).password : undefined;
  return Object.fromEntries(
    variables.map(({ name }) => [
      name,
      process.env[name] ?? (name === PASSWORD_VARIABLE ? password : undefined),
    ]),
  );
}

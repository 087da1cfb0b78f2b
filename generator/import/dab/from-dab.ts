import fs from "node:fs";
import { checkConfig } from "../../../runtime/config/check-config.js";
import type { DatabaseConfig } from "../../../runtime/config/config.js";
import type { DialectName } from "../../../runtime/model/model.js";
import { chooseTables, type TableChoice } from "../choose-tables.js";
import { nothingDescribed, readDatabase } from "../from-database.js";
import type { ImportedTables, ImportedEntity } from "../imported.js";
import type { ImportSource } from "../import-source.js";
import { quoted } from "../../one-line.js";
import { dabConnection } from "./dab-connection.js";
import { dabEntity, type DabEntity } from "./dab-entity.js";
import { dabPermissions } from "./dab-permissions.js";
import { dabRuntime, type DabRuntime } from "./dab-runtime.js";
import { dabTables } from "./dab-tables.js";
import { booleanOf, memberOf, dabMembers, textsOf, type DabValue } from "./dab-values.js";
import { CommandError } from "../../command-error.js";
import { parseConfigJson } from "../../config/load-config.js";

/**
 * Describes the entities of a configuration of Data API builder, with the columns of its database. @throws
 * {CommandError}
 */
export async function fromDab(file: string, choice: TableChoice): Promise<ImportSource> {
  const root = loadDab(file);
  const connection = dabConnection(memberOf(root, "data-source"));
  const runtime = dabRuntime(memberOf(root, "runtime"));
  const entities = dabMembers(memberOf(root, "entities")).map(([name, at]) => dabEntity(name, at));
  const { dialect } = connection.config;
  // A schema of MySQL is a database. By default, only that of the connection is read.
  const schemas =
    dialect === "mysql"
      ? new Set(
          entities.flatMap(({ source: [first, second] }) => (second === undefined ? [] : [first ?? ""])),
        )
      : [];
  let notes: readonly string[] = [];
  const imported = await readDatabase(
    connection.config,
    [...schemas, ...choice.schemas],
    (found, defaultSchema) => {
      const described = dabTables(entities, found, defaultSchema);
      ({ notes } = described);
      return chooseTables(described.tables, choice);
    },
  );
  if (imported.entities.length === 0) throw nothingDescribed(`The file ${quoted(file)}`, imported);
  const withoutSession = booleanOf(memberOf(root, "data-source", "options", "set-session-context")) !== true;
  const permitted = imported.entities.map((entity) => {
    const dab = entities.find(({ name }) => name === entity.table.hints?.entityName);
    return dab === undefined || !withoutSession ? entity : withPermissions(entity, dab, runtime, dialect);
  });
  return {
    origin: "a configuration of Data API builder",
    isFile: true,
    hasPermissions: true,
    imported: withoutMistakes({ ...imported, entities: permitted }, runtime, connection.config),
    database: connection.database,
    options: runtime.options,
    variables: [...connection.variables, ...runtime.variables],
    notes: [
      ...connection.notes,
      ...runtime.notes,
      ...(withoutSession
        ? []
        : [
            "No permission is given: with set-session-context, the database may decide what a caller sees by its session context, which this server does not set.",
          ]),
      ...otherSections(root),
      ...notes,
    ],
  };
}

function withPermissions(
  entity: ImportedEntity,
  dab: DabEntity,
  { interfaces: { hasRest, hasGraphql } }: DabRuntime,
  dialect: DialectName,
): ImportedEntity {
  // No role could use an entity without an interface.
  if (!(hasRest && dab.interfaces.hasRest) && !(hasGraphql && dab.interfaces.hasGraphql)) {
    const forWhom = (isOnForOthers: boolean) => (isOnForOthers ? "for it" : "for all entities");
    const note = `No permission is given: REST was off ${forWhom(hasRest)}, and GraphQL ${forWhom(hasGraphql)}.`;
    return { ...entity, notes: [...entity.notes, note] };
  }
  const { permissions, notes } = dabPermissions(dab, entity, dialect);
  return { ...entity, notes: [...entity.notes, ...notes], options: { ...entity.options, permissions } };
}

/** Removes the permissions that the server would not accept. */
function withoutMistakes(
  imported: ImportedTables,
  runtime: DabRuntime,
  database: DatabaseConfig,
): ImportedTables {
  const { auth, server, strictBody } = runtime;
  const entities = Object.fromEntries(
    imported.entities.map(({ name, options, fields }) => [
      name,
      {
        ...options,
        fields: Object.fromEntries(
          fields.flatMap((field) => (field.options === undefined ? [] : [[field.name, field.options]])),
        ),
      },
    ]),
  );
  const mistakes = checkConfig({ database, auth, server, strictBody, entities }).flatMap(
    ({ path, message }) => {
      const [, name, operation, index] = /^entities\.(\w+)\.permissions\.(\w+)\.(\d+)/.exec(path) ?? [];
      return name === undefined ? [] : [{ name, operation, index: Number(index), message }];
    },
  );
  if (mistakes.length === 0) return imported;
  const corrected = imported.entities.map((entity) => {
    const own = mistakes.filter(({ name }) => name === entity.name);
    const permissions = Object.entries(entity.options.permissions).map(([operation, rules]) => [
      operation,
      rules?.filter((_, place) => !own.some((each) => each.operation === operation && each.index === place)),
    ]);
    const notes = own.map(({ operation = "", index, message }) => {
      const rule = entity.options.permissions[operation as "read"]?.[index];
      const role = typeof rule === "object" ? rule.role : (rule ?? "");
      return `${quoted(role)} may not ${operation} here: ${message}`;
    });
    return {
      ...entity,
      notes: [...entity.notes, ...notes],
      options: { ...entity.options, permissions: Object.fromEntries(permissions) as object },
    };
  });
  return withoutMistakes({ ...imported, entities: corrected }, runtime, database);
}

/** Sections of the file that have no counterpart. */
function otherSections(root: DabValue): readonly string[] {
  const known = ["$schema", "data-source", "runtime", "entities"];
  const others = dabMembers(root).filter(([name]) => !known.includes(name));
  const files = textsOf(memberOf(root, "data-source-files"));
  return [
    ...(files.length === 0
      ? []
      : [
          `Other files have databases of their own, which need a server each: ${files.map(quoted).join(", ")}.`,
        ]),
    ...others
      .filter(([name]) => name !== "data-source-files")
      .map(([name]) => `Not carried over: ${quoted(name)}.`),
  ];
}

/** The largest file that is read, in bytes. */
const MAX_BYTES = 20_000_000;

/** Texts, which are kept, and comments, which Data API builder skips. */
const TEXT_OR_COMMENT = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;

/** Loads a configuration of Data API builder. @throws {CommandError} */
export function loadDab(file: string): DabValue {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) throw new CommandError(`There is no file ${quoted(file)}.`);
  if (stats.size > MAX_BYTES)
    throw new CommandError(
      `${quoted(file)} has more than ${MAX_BYTES / 1_000_000} megabytes: it is not a configuration of Data API builder.`,
    );
  const text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  try {
    const bare = text.replace(TEXT_OR_COMMENT, (part) =>
      part.startsWith('"') ? part : part.replace(/[^\n]/g, " "),
    );
    return { path: "", value: parseConfigJson(bare) };
  } catch (error) {
    throw new CommandError(`${quoted(file)} cannot be read: ${(error as Error).message}`);
  }
}

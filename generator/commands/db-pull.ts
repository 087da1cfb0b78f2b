import { resolveModel } from "../../runtime/config/resolve-model.js";
import { withDatabase } from "../migrate/with-database.js";
import { exitCodes } from "../exit-codes.js";
import { findNews, type News } from "../import/compare-import.js";
import { readImported } from "../import/read-imported.js";
import { findConfig, loadConfig } from "../config/load-config.js";
import { loadProjectFormat } from "../files/project-format.js";
import { command, configHelp, configOption, print } from "./command.js";
import type { FormatOptions } from "../files/format.js";
import { formatMembers, printEntities, printFields, printNotes } from "../import/print-entities.js";

export const dbPull = command({
  help: `Usage: data-api db pull [--config FILE]

Shows where the database differs from the configuration: tables, views and columns that the configuration lacks, and
other types, lengths, nullability, unique columns and foreign keys. Prints lines for the configuration and writes nothing:
you decide which of them to take.

${configHelp}

Exit codes: 0 nothing differs, 1 a mistake in the configuration, or the database cannot be read, 2 something is shown`,
  options: configOption,
  run: async (options) => {
    const file = findConfig(options.config);
    const model = resolveModel(await loadConfig(file));
    const news = await withDatabase(model.database, { isReadOnly: true }, async (db, dialect) => {
      const { schemas: named } = dialect.schema;
      const schemas = named === undefined ? [] : model.tables.flatMap(({ schema }) => schema ?? []);
      const tables = await readImported(db, dialect, schemas);
      return findNews(model, tables, await named?.readDefault(db), dialect);
    });
    const text = await printNews(news, await loadProjectFormat(file));
    print(text === "" ? "// The configuration has everything that is in the database." : text);
    return text === "" ? exitCodes.done : exitCodes.different;
  },
});

/** The differences as lines for the configuration, with comments that say where they belong; may be "". */
async function printNews({ entities, fields, others }: News, format: FormatOptions): Promise<string> {
  const sections = [
    { title: 'New in the database, for "entities":', members: printEntities(entities) },
    ...fields.flatMap(({ entityName, added, changed }) => [
      { title: `New columns, for "fields" of "${entityName}":`, members: printFields(added) },
      { title: `Fields of "${entityName}" as the database has them now:`, members: printFields(changed) },
    ]),
  ];
  const texts = sections
    .filter(({ members }) => members !== "")
    .map(async ({ title, members }) => printNotes([title]) + (await formatMembers(members, format)));
  const notes = ["Other differences between the database and the configuration:", ...others];
  return [...(await Promise.all(texts)), ...(others.length === 0 ? [] : [printNotes(notes).trimEnd()])].join(
    "\n\n",
  );
}

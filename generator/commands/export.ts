import { dialects } from "../../runtime/database/dialects/dialects.js";
import { exportTables } from "../../runtime/dump/export-tables.js";
import type { Model } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";
import { describeDatabase } from "../migrate/with-database.js";
import { loadModel } from "../config/load-model.js";
import { tablesAndRows, dumpOptions, parseFormat, parseNames, runDump } from "../run-dump.js";
import { command, configHelp, configOption, print } from "./command.js";
import { databaseAt } from "./database-at.js";

export const exportCommand = command({
  help: `Usage: data-api export [--config FILE] [--out DIR] [options]

Writes the rows of the database to files, one for each entity and each many-to-many list, with a manifest.json. "data-api
import" reads them into a database of any kind. The rows are those of one moment, if the database has snapshots. All stored
columns are written, hashes of passwords too: keep the folder secret. Nothing in the database changes.

${configHelp}
  --out DIR         the folder of the files (default: export). It may have no export yet
  --entity A,B      only these entities, with their lists (default: all that are not read-only)
  --for FILE        only the entities and fields that this configuration has, too: it is the one of the import
  --format FORMAT   ndjson or csv (default: ndjson)
  --escape-formulas in CSV, put an apostrophe before texts that a spreadsheet would run. The import takes it away
  --resume          go on with an export that was interrupted. Tables that are complete are not read again

Exit codes: 0 done, 1 a mistake, or it was stopped`,
  options: {
    ...configOption,
    ...dumpOptions,
    out: { type: "string" },
    for: { type: "string" },
    "escape-formulas": { type: "boolean" },
  },
  run: async (options) => {
    const format = parseFormat(options.format);
    const escapesFormulas = options["escape-formulas"] === true;
    const isResumed = options.resume === true;
    if (escapesFormulas && format !== "csv" && !isResumed)
      throw new CommandError("--escape-formulas is for CSV: add --format csv.");
    const names = parseNames(options.entity);
    const folder = options.out ?? "export";
    const source = await loadModel(options.config);
    const model = options.for === undefined ? source : commonPart(source, await loadModel(options.for));
    const database = databaseAt(undefined, model);
    const { files } = await runDump((watch) =>
      exportTables(model, dialects[database.dialect], {
        ...watch,
        folder,
        names,
        format,
        escapesFormulas,
        isResumed,
      }),
    );
    print(
      `Exported ${tablesAndRows(files.map(({ rows }) => rows))} from ${describeDatabase(database)} to "${folder}".`,
    );
  },
});

/** The tables and columns that both have. */
function commonPart(source: Model, target: Model): Model {
  const tables = source.tables.flatMap((table) => {
    const taken = target.tables.find(({ name }) => name === table.name);
    if (taken === undefined) return [];
    const fields = table.fields.filter(({ name }) => taken.fields.some((field) => field.name === name));
    return [{ ...table, fields }];
  });
  return { ...source, tables };
}

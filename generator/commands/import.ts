import { dialects } from "../../runtime/database/dialects/dialects.js";
import { importTables } from "../../runtime/dump/import-tables.js";
import { CommandError } from "../command-error.js";
import { describeDatabase } from "../migrate/with-database.js";
import { loadModel } from "../config/load-model.js";
import { tablesAndRows, dumpOptions, parseFormat, parseNames, runDump } from "../run-dump.js";
import { command, configHelp, configOption, print } from "./command.js";

export const importCommand = command({
  help: `Usage: data-api import --from DIR [--config FILE] [options]

Writes the rows of an export into empty tables, with their keys, in the order of their foreign keys. Creates missing tables
first, as a server does when it starts. It is a faithful copy: no hooks, validators, permissions or audit. Types and limits of
fields are checked. Progress is committed with the rows: --resume continues an interrupted import, without losing or
repeating rows.

${configHelp}
  --from DIR        the folder of the export
  --entity A,B      only these entities, with their lists (default: all of the export)
  --format FORMAT   ndjson or csv: refuse an export of the other format
  --resume          go on with an import that was interrupted
  --dry-run         check every line, and write nothing. The database is not opened

Exit codes: 0 done, 1 a mistake, or it was stopped (what was committed stays, and --resume goes on)`,
  options: { ...configOption, ...dumpOptions, from: { type: "string" }, "dry-run": { type: "boolean" } },
  run: async (options) => {
    const folder = options.from;
    if (folder === undefined) throw new CommandError("The folder of the export is missing: add --from DIR.");
    const format = parseFormat(options.format);
    const names = parseNames(options.entity);
    const isDryRun = options["dry-run"] === true;
    const isResumed = options.resume === true;
    const model = await loadModel(options.config);
    const { database } = model;
    const counts = await runDump((watch) =>
      importTables(model, dialects[database.dialect], {
        ...watch,
        folder,
        names,
        format,
        isDryRun,
        isResumed,
      }),
    );
    const all = tablesAndRows([...counts.values()]);
    print(
      isDryRun
        ? `Checked ${all} in "${folder}". Nothing was written.`
        : `Imported ${all} from "${folder}" into ${describeDatabase(database)}.`,
    );
  },
});

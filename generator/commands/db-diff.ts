import { assessChanges } from "../../runtime/database/schema/compare/assess-change.js";
import { readChanges } from "../../runtime/database/schema/prepare-schema.js";
import { withDatabase } from "../migrate/with-database.js";
import { loadModel } from "../config/load-model.js";
import { printChanges } from "../migrate/print-changes.js";
import { command, configHelp, configOption, print } from "./command.js";

export const dbDiff = command({
  help: `Usage: data-api db diff [--config FILE]

Prints the SQL that would make the database match the configuration, each statement with its reason: what the server adds
when it starts, what "db push" also does, and what needs --accept-changes or, if data would be lost,
--accept-data-loss. Changes that need a decision are printed as comments. Writes nothing, whatever "database.schema" is.

${configHelp}

Exit codes: 0 printed or nothing to do, 1 a mistake in the configuration, or the database cannot be read`,
  options: configOption,
  run: async (options) => {
    const model = await loadModel(options.config);
    const text = await withDatabase(model.database, { isReadOnly: true }, async (db, dialect) =>
      printChanges(
        await assessChanges(db, await readChanges(db, model, dialect), dialect),
        db,
        model.database,
      ),
    );
    print(text === "" ? "-- The database matches the configuration." : text);
  },
});

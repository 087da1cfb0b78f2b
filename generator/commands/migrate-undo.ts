import { undoMigration } from "../../runtime/database/migrations/apply/undo-migration.js";
import { CommandError } from "../command-error.js";
import { loadModel } from "../config/load-model.js";
import { withMigrations } from "../migrate/migration-context.js";
import { command, configHelp, configOption, print } from "./command.js";

export const migrateUndo = command({
  help: `Usage: data-api migrate undo [NAME] [--config FILE]

Runs the section "-- down:" of the migration that was applied last. Without such a section it cannot be undone. A statement that
loses data needs the line "-- accept: loses data" here too.

  NAME              its name, to be sure that it is the one that is meant
${configHelp}

Exit codes: 0 done, 1 a mistake, or a statement failed`,
  options: configOption,
  takesPaths: true,
  run: async (options, [name, ...others]) => {
    if (others.length > 0)
      throw new CommandError("Name one migration, or none: only the last one can be undone.");
    const model = await loadModel(options.config);
    await withMigrations(model, { isReadOnly: false }, async (context) => {
      const undone = await undoMigration(context, name);
      print(`Undone: ${undone.name}.`);
    });
  },
});

import { resolveMigration } from "../../runtime/database/migrations/apply/resolve-migration.js";
import { CommandError } from "../command-error.js";
import { loadModel } from "../config/load-model.js";
import { withMigrations } from "../migrate/migration-context.js";
import { command, configHelp, configOption, print } from "./command.js";

export const migrateResolve = command({
  help: `Usage: data-api migrate resolve NAME --applied|--rolled-back [--config FILE]

Marks a migration as applied or not applied without running it, for a database that was changed by hand.

  --applied         it is applied as its files are now. Also accepts files that were changed after they were applied
  --rolled-back     nothing of it is applied: it is pending again, or forgotten if it is not in the folder
${configHelp}

Exit codes: 0 done, 1 a mistake`,
  options: { ...configOption, applied: { type: "boolean" }, "rolled-back": { type: "boolean" } },
  takesPaths: true,
  run: async (options, [name, ...others]) => {
    const isApplied = options.applied === true;
    if (name === undefined || others.length > 0)
      throw new CommandError(
        "Name one migration: data-api migrate resolve 20261123031000_add_notes --applied.",
      );
    if (isApplied === (options["rolled-back"] === true))
      throw new CommandError("Give either --applied or --rolled-back.");
    const model = await loadModel(options.config);
    await withMigrations(model, { isReadOnly: false }, async (context) => {
      await resolveMigration(context, name, isApplied ? "applied" : "rolled back");
      print(`"${name}" is marked as ${isApplied ? "applied" : "not applied"}.`);
    });
  },
});

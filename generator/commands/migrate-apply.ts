import { applyMigrations, planMigrations } from "../../runtime/database/migrations/apply/apply-migrations.js";
import type { Migration } from "../../runtime/database/migrations/migration.js";
import { loadModel } from "../config/load-model.js";
import { withMigrations } from "../migrate/migration-context.js";
import { command, configHelp, configOption, print } from "./command.js";

export const migrateApply = command({
  help: `Usage: data-api migrate apply [--config FILE] [--to NAME] [--dry-run]

Applies the pending migrations of the folder "database.migrations" in order, while no other server does. Each is recorded in
the table "data_api_migrations". A migration that failed or was interrupted goes on where it ended. Nothing runs if a statement
loses data and no line "-- accept: loses data" accepts it, if an applied migration was changed or is missing, or if a pending
one is older than an applied one.

${configHelp}
  --to NAME         the last migration to apply (default: all)
  --dry-run         print the statements that would run, and change nothing

Exit codes: 0 done or nothing to do, 1 a mistake, or a statement failed`,
  options: { ...configOption, to: { type: "string" }, "dry-run": { type: "boolean" } },
  run: async (options) => {
    const model = await loadModel(options.config);
    const isDryRun = options["dry-run"] === true;
    const to = options.to;
    await withMigrations(model, { isReadOnly: isDryRun }, async (context) => {
      const migrations = await (isDryRun ? planMigrations(context, to) : applyMigrations(context, to));
      if (migrations.length === 0) print("Nothing is pending.");
      else if (isDryRun) for (const migration of migrations) print(written(migration));
      else print(`Applied ${migrations.map(({ name }) => name).join(", ")}.`);
    });
  },
});

function written({ name, script }: Migration): string {
  const steps = script.up.map((step) => {
    if (step.kind === "file") return `-- line ${step.line}: runs ${step.path}`;
    const remark = step.isOutsideTransaction ? ", outside transaction" : "";
    return `-- line ${step.line}${remark}\n${step.text};`;
  });
  return [`-- ${name}`, ...steps, ""].join("\n\n").trimEnd() + "\n";
}

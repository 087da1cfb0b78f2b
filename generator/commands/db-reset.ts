import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { applyMigrations } from "../../runtime/database/migrations/apply/apply-migrations.js";
import { prepareSchema } from "../../runtime/database/schema/prepare-schema.js";
import type { Model } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";
import { withDatabase, describeDatabase } from "../migrate/with-database.js";
import { findConfig, loadConfig } from "../config/load-config.js";
import { withMigrations } from "../migrate/migration-context.js";
import { migrationsOf, planResetOf, removeTables, type Reset } from "../migrate/reset-database.js";
import { findSeed } from "../seed/find-seed.js";
import { printSeedReport } from "../seed/print-seed-report.js";
import { runProjectSeed } from "../seed/run-project-seed.js";
import { command, configHelp, configOption, print } from "./command.js";

export const dbReset = command({
  help: `Usage: data-api db reset [--config FILE] [--yes] [--file FILE] [--out DIR]

Empties a database for development and fills it again. Removes the tables that the configuration, the migrations and their
history know, with their rows; others stay, and are named. Then it applies all migrations, or creates the tables if there are
none, and runs the seed if there is one. Only for a database that the configuration marks with "isDevelopment: true". Asks first.

${configHelp}
  --yes             do not ask: for scripts
  --file FILE       the seed (default: seed.{ts,mts,js,mjs,cjs} beside the configuration)
  --out DIR         the folder of the generated code, if there is some (default: src/api)

Exit codes: 0 done, 1 a mistake, or the answer was no (nothing was removed)`,
  options: { ...configOption, yes: { type: "boolean" }, file: { type: "string" }, out: { type: "string" } },
  run: async (options) => {
    const configFile = findConfig(options.config);
    const config = await loadConfig(configFile);
    const model = resolveModel(config);
    const { database } = model;
    if (!database.isDevelopment)
      throw new CommandError(
        `The configuration does not mark ${describeDatabase(database)} as one for development, so nothing is removed. If all of its rows may go, set "database.isDevelopment" to true.`,
      );
    const seed = findSeed(options.file, configFile);
    const migrations = await migrationsOf(model);
    const reset = await withDatabase(database, { isReadOnly: true }, (db, dialect) =>
      planResetOf(db, model, migrations, dialect),
    );
    print(announce(model, reset));
    if (options.yes !== true) await ask();
    await withDatabase(database, { isReadOnly: false }, async (db, dialect) => {
      await removeTables(db, reset, dialect);
      if (migrations.length > 0) return;
      await prepareSchema(db, { ...model, database: { ...database, schema: "create" } }, dialect);
      print("Created the tables.");
    });
    if (migrations.length > 0) {
      const applied = await withMigrations(model, { isReadOnly: false }, applyMigrations);
      print(`Applied ${applied.length} ${applied.length === 1 ? "migration" : "migrations"}.`);
    }
    if (seed !== undefined)
      print(printSeedReport(await runProjectSeed(config, seed, options.out ?? "src/api")));
  },
});

/** The list of tables that will be removed, and of those that will stay. */
function announce({ database }: Model, { plan: { removed, left }, rows }: Reset): string {
  const place = describeDatabase(database);
  const width = Math.max(0, ...removed.map(({ name }) => name.length));
  const lines = removed.map(({ name }, index) => {
    const count = rows[index] ?? 0;
    return `  ${name.padEnd(width)}  ${count} ${count === 1 ? "row" : "rows"}`;
  });
  const kept = left.length === 0 ? [] : [`Left as they are: ${left.map(({ name }) => name).join(", ")}.`];
  const first = removed.length === 0 ? `Nothing is to be removed from ${place}.` : `Removes from ${place}:`;
  return [first, ...lines, ...kept].join("\n");
}

/** @throws {CommandError} unless the answer is yes. */
async function ask(): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandError("There is no terminal to ask on, so nothing was removed. In a script, add --yes.");
  if (!(await askToGoOn("Go on?", process.stdin, process.stderr)))
    throw new CommandError("Nothing was removed.");
}

/** Asks a question, and whether the answer is yes. An interrupt, an end of the input and anything else mean no. */
export async function askToGoOn(question: string, input: Readable, prompts: Writable): Promise<boolean> {
  const terminal = createInterface({ input });
  try {
    prompts.write(`${question} [y/N] `);
    for await (const line of terminal) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    terminal.close();
  }
}

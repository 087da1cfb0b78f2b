import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import type { Config } from "../../runtime/config/config.js";
import { CommandError } from "../command-error.js";
import { loadConfig } from "../config/load-config.js";
import { announcement } from "../serving/announce.js";
import { begin, parseServed } from "../serving/begin.js";
import { servingConfig } from "../serving/serving-config.js";
import { listenForStopSignals } from "../serving/stop-signals.js";
import { command, configHelp, configOption, print } from "./command.js";
import { serverHelp, serverOptions } from "./server-options.js";

export const start = command({
  help: `Usage: data-api start [SERVER] [--config FILE] [--port N] [--host ADDRESS] [--workers N] [--migrate]

Serves the configuration until it is interrupted. Running requests are finished first. The variables in the .env beside the
configuration are set, unless they have a value already.

${serverHelp}
${configHelp}
  --workers N       the number of processes that share the port; "max" for one per core (default: 1)
  --migrate         apply pending migrations first, as "data-api migrate apply" does. Of several servers that start, one
                    applies them and the others wait`,
  options: {
    ...configOption,
    ...serverOptions,
    workers: { type: "string" },
    migrate: { type: "boolean" },
  },
  takesPaths: true,
  run: async (options, paths) => {
    const served = parseServed(options, paths);
    const workers = parseWorkers(options.workers ?? "1");
    if (served.server !== undefined && (workers > 1 || options.migrate === true))
      throw new CommandError("--workers and --migrate are for a configuration: leave out the file.");
    // Listen for signals first, because loading a configuration takes time.
    if (cluster.isWorker) {
      const { work } = await import("../serving/worker.js");
      await work(served);
      return;
    }
    const stopping = listenForStopSignals();
    const readConfig = async () => servingConfig(await loadConfig(served.config), served.host);
    if (options.migrate === true) await migrate(await readConfig());
    if (workers > 1) {
      const { supervise } = await import("../serving/supervise.js");
      print(announcement(await supervise(await readConfig(), workers, stopping)));
    } else {
      const serving = await begin(served);
      stopping.stop = serving.stop;
      print(announcement(await serving.listening));
    }
    // The server keeps the process alive and ends it after a stop signal.
  },
});

/** @throws {CommandError} if the configuration is not one with migrations. */
async function migrate(config: Config): Promise<void> {
  const { resolveModel } = await import("../../runtime/config/resolve-model.js");
  const model = resolveModel(config);
  if (model.database.schema !== "migrations")
    throw new CommandError(
      `--migrate needs "database.schema": "migrations", and it is "${model.database.schema}".`,
    );
  const { withMigrations } = await import("../migrate/migration-context.js");
  const { applyMigrations } = await import("../../runtime/database/migrations/apply/apply-migrations.js");
  await withMigrations(model, { isReadOnly: false }, applyMigrations);
}

function parseWorkers(text: string): number {
  if (text === "max") return availableParallelism();
  const workers = Number(text);
  if (/^\d{1,3}$/.test(text) && workers > 0) return workers;
  throw new CommandError(`"${text}" is not a number of workers: give one from 1 to 999, or "max".`);
}

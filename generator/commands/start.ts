import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import type { Config } from "../../runtime/config/config.js";
import { CommandError } from "../command-error.js";
import { loadConfig } from "../config/load-config.js";
import { serve } from "../serving/serve.js";
import { servingConfig } from "../serving/serving-config.js";
import { listenForStopSignals } from "../serving/stop-signals.js";
import { command, configHelp, configOption, print } from "./command.js";

export const start = command({
  help: `Usage: data-api start [--config FILE] [--port N] [--workers N] [--migrate]

Serves the configuration until it is interrupted. Running requests are finished first.

${configHelp}
  --port N          the port to listen on (default: 1337; 0 for any free port)
  --workers N       the number of processes that share the port; "max" for one per core (default: 1)
  --migrate         apply pending migrations first, as "data-api migrate apply" does. Of several servers that start, one
                    applies them and the others wait`,
  options: {
    ...configOption,
    port: { type: "string" },
    workers: { type: "string" },
    migrate: { type: "boolean" },
  },
  run: async (options) => {
    const port = parsePort(options.port ?? "1337");
    const workers = parseWorkers(options.workers ?? "1");
    const readConfig = async () => servingConfig(await loadConfig(options.config));
    // Listen for signals first, because loading a configuration takes time.
    if (cluster.isWorker) {
      const { work } = await import("../serving/worker.js");
      await work(readConfig, port);
      return;
    }
    const stopping = listenForStopSignals();
    const config = await readConfig();
    if (options.migrate === true) await migrate(config);
    if (workers > 1) {
      const { supervise } = await import("../serving/supervise.js");
      announce(await supervise(config, workers, stopping));
    } else {
      const serving = await serve(config, port);
      stopping.stop = serving.stop;
      announce(await serving.port);
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

function announce(port: number): void {
  print(`Serving http://localhost:${port}/api/data`);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new CommandError(`"${text}" is not a port: give a number from 0 to 65535.`);
}

function parseWorkers(text: string): number {
  if (text === "max") return availableParallelism();
  const workers = Number(text);
  if (/^\d{1,3}$/.test(text) && workers > 0) return workers;
  throw new CommandError(`"${text}" is not a number of workers: give one from 1 to 999, or "max".`);
}

import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import type { Config } from "../../runtime/config/config.js";
import { setStartCommand } from "../../runtime/start-command.js";
import { CommandError } from "../command-error.js";
import { loadConfig } from "../config/load-config.js";
import { announce } from "../serving/announce.js";
import { serve } from "../serving/serve.js";
import { findServerFile, runServerFile } from "../serving/server-file.js";
import { servingConfig } from "../serving/serving-config.js";
import { StartedServers } from "../serving/started-servers.js";
import { listenForStopSignals } from "../serving/stop-signals.js";
import { command, configHelp, configOption } from "./command.js";
import { listenHelp, listenOptions, parseListen } from "./listen-options.js";

export const start = command({
  help: `Usage: data-api start [SERVER] [--config FILE] [--host ADDRESS] [--port N] [--workers N] [--migrate]

Serves the configuration until it is interrupted. Running requests are finished first. SERVER is a file that builds and
starts the server itself, such as server.ts; it is run instead.

${configHelp}
${listenHelp}
  --workers N       the number of processes that share the port; "max" for one per core (default: 1; without SERVER)
  --migrate         apply pending migrations first, as "data-api migrate apply" does. Of several servers that start, one
                    applies them and the others wait`,
  takesPaths: true,
  options: { ...configOption, ...listenOptions, workers: { type: "string" }, migrate: { type: "boolean" } },
  run: async (options, paths) => {
    const serverFile = findServerFile(paths);
    const listen = parseListen(options);
    const workers = parseWorkers(options.workers ?? "1");
    const readConfig = async () => servingConfig(await loadConfig(options.config));
    // Listen for signals first, because loading a configuration takes time.
    if (cluster.isWorker) {
      const { work } = await import("../serving/worker.js");
      await work(readConfig, listen);
      return;
    }
    if (serverFile !== undefined && workers > 1)
      throw new CommandError(
        `--workers cannot be combined with a server file: each process would run "${paths[0] ?? ""}". Serve the configuration, or use the cluster module of Node.js in the file.`,
      );
    const stopping = listenForStopSignals();
    if (serverFile !== undefined) {
      if (options.migrate === true) await migrate(await readConfig());
      const servers = new StartedServers(listen, announce);
      stopping.stop = servers.stopForSignal;
      await runServerFile(serverFile, options.config);
      return;
    }
    const config = await readConfig();
    if (options.migrate === true) await migrate(config);
    if (workers > 1) {
      const { supervise } = await import("../serving/supervise.js");
      announce(await supervise(config, workers, stopping));
    } else {
      setStartCommand({ ...listen, onStart: announce });
      const serving = await serve(config);
      stopping.stop = serving.stop;
      await serving.started;
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

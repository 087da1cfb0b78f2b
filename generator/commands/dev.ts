import cluster from "node:cluster";
import path from "node:path";
import { findConfig } from "../config/load-config.js";
import { envFile } from "../config/load-env.js";
import { besideEnv, findServerFile } from "../serving/server-file.js";
import { listenForStopSignals } from "../serving/stop-signals.js";
import { command, configHelp, configOption } from "./command.js";
import { listenHelp, listenOptions, parseListen } from "./listen-options.js";

export const dev = command({
  help: `Usage: data-api dev [SERVER] [--config FILE] [--host ADDRESS] [--port N]

Serves as "data-api start" does, and starts again when the configuration, SERVER, .env or a project file that they import
changes. While the new version has mistakes, they are shown and the former version goes on serving. Running requests are
finished.

${configHelp}
${listenHelp}`,
  takesPaths: true,
  options: { ...configOption, ...listenOptions },
  run: async (options, paths) => {
    const listen = parseListen(options);
    if (cluster.isWorker) {
      const { workForDevelopment } = await import("../serving/development-worker.js");
      // Not checked: if the file is deleted, running it says so.
      const serverFile = paths[0] && path.resolve(paths[0]);
      await workForDevelopment({ listen, configFile: options.config, serverFile });
      return;
    }
    const stopping = listenForStopSignals();
    const serverFile = findServerFile(paths);
    const configFile =
      serverFile === undefined || options.config !== undefined ? findConfig(options.config) : undefined;
    const entries = [serverFile, configFile].filter((file) => file !== undefined);
    const beside = serverFile === undefined ? configFile : besideEnv(serverFile, configFile);
    const { develop } = await import("../serving/development.js");
    develop([...entries, ...(beside === undefined ? [] : [envFile(beside)])], stopping);
  },
});

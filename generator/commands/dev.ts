import cluster from "node:cluster";
import path from "node:path";
import { findConfig } from "../config/load-config.js";
import { parseServed } from "../serving/begin.js";
import { command, configHelp, configOption } from "./command.js";
import { serverHelp, serverOptions } from "./server-options.js";

export const dev = command({
  help: `Usage: data-api dev [SERVER] [--config FILE] [--port N] [--host ADDRESS]

Serves as "data-api start" does, and again after each change of a code file, a JSON file or the .env in the folder and those
below it. If the new state does not start, its mistakes are printed, and the one before it keeps serving.

${serverHelp}
${configHelp}`,
  options: { ...configOption, ...serverOptions },
  takesPaths: true,
  run: async (options, paths) => {
    const served = parseServed(options, paths);
    if (cluster.isWorker) {
      const { work } = await import("../serving/worker.js");
      await work(served);
      return;
    }
    const { develop } = await import("../serving/develop.js");
    await develop(path.dirname(served.server ?? findConfig(served.config)));
  },
});

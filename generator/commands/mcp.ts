import { Writable } from "node:stream";
import { setStartCommand } from "../../runtime/start-command.js";
import { loadConfig } from "../config/load-config.js";
import { serve } from "../serving/serve.js";
import { findServerFile, runServerFile } from "../serving/server-file.js";
import { servingConfig } from "../serving/serving-config.js";
import { listenForStopSignals } from "../serving/stop-signals.js";
import { command, configHelp, configOption } from "./command.js";

/** The environment variable with the token of the caller. */
const TOKEN = "DATA_API_TOKEN";

/** How long a stop may take after the client has gone, in milliseconds. */
const PATIENCE = 5_000;

export const mcp = command({
  help: `Usage: data-api mcp [SERVER] [--config FILE]

Serves one agent by the Model Context Protocol on standard input and output, as clients on this machine start it. It
listens on no port. SERVER is a file that builds and starts the server itself, such as server.ts; it is run instead of
the configuration. The caller is that of the token in the environment variable ${TOKEN}, else the user of "mcp.stdio"
in the configuration, else a guest. The log goes to standard error.

${configHelp}`,
  takesPaths: true,
  options: configOption,
  run: async (options, paths) => {
    const serverFile = findServerFile(paths);
    const output = takeOutput();
    const token = process.env[TOKEN];
    setStartCommand({
      onStart: () => undefined,
      mcpClient: { input: process.stdin, output, token: token === "" ? undefined : token },
    });
    listenForStopSignals().stop = () => {
      process.stdin.destroy();
    };
    process.stdin.once("close", () => {
      // The program may have timers of its own.
      setTimeout(() => process.exit(0), PATIENCE).unref();
    });
    if (serverFile === undefined)
      await (
        await serve(servingConfig(await loadConfig(options.config)))
      ).started;
    else await runServerFile(serverFile, options.config);
  },
});

/** Takes the standard output for the protocol. What other code prints, also `console.log`, goes to standard error. */
function takeOutput(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk, done);
    },
  });
}

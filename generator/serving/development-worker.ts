import { setStartCommand, type ListenOptions } from "../../runtime/start-command.js";
import { explainError } from "../config/explain-error.js";
import { loadConfig } from "../config/load-config.js";
import { withPlaces } from "../config/locate-problems.js";
import type { AnnouncedServer } from "./announce.js";
import { REPLACES, type DevelopmentMessage, type StopMessage } from "./development.js";
import { serve } from "./serve.js";
import { runServerFile } from "./server-file.js";
import { servingConfig } from "./serving-config.js";
import { StartedServers } from "./started-servers.js";
import { styled } from "../colours.js";

/** How many milliseconds the rest of a server file may take after its server listens. It may wait for something forever. */
const REST_PATIENCE = 2_000;

interface WorkerInput {
  readonly listen: ListenOptions;
  readonly configFile: string | undefined;
  readonly serverFile: string | undefined;
}

/** Serves as the worker of `data-api dev`. The process that watches the files handles signals. */
export async function workForDevelopment({ listen, configFile, serverFile }: WorkerInput): Promise<void> {
  // A terminal interrupts all processes at once.
  const ignore = () => undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, ignore);
  const tell = ({ host, port, addresses }: AnnouncedServer) => {
    process.send?.({ kind: "serving", announced: { host, port, addresses } } satisfies DevelopmentMessage);
  };
  try {
    if (serverFile !== undefined) {
      // A server that listens does not count until the rest of the file has run, because it may fail.
      const listening: AnnouncedServer[] = [];
      let hasRun = false;
      const report = () => {
        hasRun = true;
        for (const each of listening.splice(0)) tell(each);
      };
      const servers = new StartedServers(listen, (each) => {
        listening.push(each);
        if (hasRun) report();
        else setTimeout(report, REST_PATIENCE);
      });
      onStop(() => {
        // What the server file does on a signal is done too, such as closing what it opened.
        process.emit("SIGTERM", "SIGTERM");
        void servers.stop("SIGINT");
      });
      await runServerFile(serverFile, configFile);
      report();
    } else {
      setStartCommand({ ...listen, onStart: tell });
      const serving = await serve(developmentConfig(servingConfig(await loadConfig(configFile))));
      onStop(() => serving.stop("SIGINT"));
      await serving.started;
    }
  } catch (error) {
    const shown = explainError(await withPlaces(error, configFile).catch(() => error));
    process.stderr.write(`${styled("red", shown, process.stderr)}\n`, () => process.exit(1));
  }
}

function onStop(stop: () => void): void {
  process.on("message", (message: Partial<StopMessage> | undefined) => {
    if (message?.kind === "stop") stop();
  });
}

/**
 * A version that is to replace one that serves must reach its database, because the mistake may be in its address. The
 * first one waits for the database, as `data-api start` does.
 */
function developmentConfig(config: ReturnType<typeof servingConfig>): ReturnType<typeof servingConfig> {
  if (process.env[REPLACES] === undefined) return config;
  return { ...config, server: { ...config.server, startsWithoutDatabase: false } };
}

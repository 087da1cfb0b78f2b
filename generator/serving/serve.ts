import { subscribe, unsubscribe } from "node:diagnostics_channel";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../../runtime/config/config.js";
import type { Metrics } from "../../runtime/index.js";
import { STARTED, type Started } from "../../runtime/started.js";
import { CommandError } from "../command-error.js";
import { isForPeople } from "../config/explain-error.js";
import { explainAt, loadEnvBeside, shorten } from "../config/load-config.js";
import { endAfter, type Stop } from "./stop-signals.js";

/** A server in this process that is starting or running. */
export interface Serving {
  /** Resolves when the server listens. Rejects if it cannot listen. */
  readonly listening: Promise<Pick<Started, "port" | "host" | "addresses">>;
  /** The metrics, if the configuration enables them. */
  readonly metrics: Metrics | undefined;
  /** Finishes running requests and ends the process. The exit code is 1 on a failure or timeout, else 0. */
  readonly stop: Stop;
}

/** Serves a configuration until it is stopped. @throws {ConfigError} */
export async function serve(config: Config, port: number): Promise<Serving> {
  // Imported late, so that `--help` is fast.
  const { DataApi } = await import("../../runtime/data-api.js");
  const api = new DataApi(config);
  api.setupApiEndpoints();
  const { resolveServer } = await import("../../runtime/config/resolve/resolve-server.js");
  const server = resolveServer(config.server);
  return untilStopped(
    { ...server, metrics: api.metrics, stop: (options) => api.stopAsync(options) },
    Promise.all([nextStart(), api.startAsync(port)]).then(([start]) => start),
  );
}

/**
 * Runs a module of the user that starts a server, with the variables of the `.env` beside it, until the server is
 * stopped. Resolves when the server listens.
 * @param file Its whole path.
 */
export async function serveModule(file: string): Promise<Serving> {
  loadEnvBeside(file);
  const start = nextStart();
  await importServer(file).catch((error: unknown) => {
    throw isForPeople(error)
      ? error
      : new CommandError(`"${shorten(file)}" does not start: ${explainAt(error, file)}`);
  });
  const server = await start;
  return untilStopped(server, Promise.resolve(server));
}

/** Modules of the user are loaded once, as Node.js does: a server and its configuration may share state. */
async function importServer(file: string): Promise<unknown> {
  if (!/\.[mc]?ts$/.test(file)) return import(pathToFileURL(file).href);
  const { createJiti } = await import("jiti");
  return createJiti(path.dirname(file), { fsCache: false, interopDefault: false }).import(file);
}

/** The next server of this process that listens. */
function nextStart(): Promise<Started> {
  return new Promise((resolve) => {
    const take = (start: unknown) => {
      unsubscribe(STARTED, take);
      resolve(start as Started);
    };
    subscribe(STARTED, take);
  });
}

type Running = Pick<Started, "metrics" | "shutdownDelay" | "shutdownTimeout" | "stop">;

function untilStopped(server: Running, starting: Serving["listening"]): Serving {
  const { shutdownDelay, shutdownTimeout } = server;
  let isEnding = false;
  let exitCode = 0;

  function end(delay: number): void {
    isEnding = true;
    endAfter(delay + shutdownTimeout);
    void server
      .stop({ delay })
      .catch(reportBroken)
      .finally(() => process.exit(exitCode));
  }

  function reportBroken(error: unknown): void {
    console.error(error);
    exitCode = 1;
  }

  // An uncaught error leaves the process in an unknown state, so it must end. Node.js would end it at once
  // and cut off all other requests; this lets them finish.
  process.on("uncaughtException", (error) => {
    reportBroken(error);
    if (!isEnding) end(0);
  });

  return {
    metrics: server.metrics,
    listening: starting.catch((error: unknown) => {
      // After a stop, a failed start is not reported.
      if (isEnding) return new Promise<never>(() => undefined);
      throw error;
    }),
    stop: (signal) => {
      end(signal === "SIGTERM" ? shutdownDelay : 0);
    },
  };
}

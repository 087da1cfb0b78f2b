import type { Config } from "../../runtime/config/config.js";
import { resolveServer } from "../../runtime/config/resolve/resolve-server.js";
import type { Metrics } from "../../runtime/index.js";
import { endAfter, type Stop } from "./stop-signals.js";

/** A server in this process that is starting or running. */
export interface Serving {
  /** Resolves when the server listens. Rejects if it cannot listen. */
  readonly started: Promise<unknown>;
  /** The metrics, if the configuration enables them. */
  readonly metrics: Metrics | undefined;
  /** Finishes running requests and ends the process. The exit code is 1 on a failure or timeout, else 0. */
  readonly stop: Stop;
}

/** Serves a configuration until it is stopped. Host and port come from the start command. @throws {ConfigError} */
export async function serve(config: Config): Promise<Serving> {
  // Imported late, so that `--help` is fast.
  const { DataApi } = await import("../../runtime/data-api.js");
  const api = new DataApi(config);
  api.setupApiEndpoints();
  const { shutdownDelay, shutdownTimeout } = resolveServer(config.server);
  let isEnding = false;
  let exitCode = 0;

  function end(delay: number): void {
    isEnding = true;
    endAfter(delay + shutdownTimeout);
    void api
      .stopAsync({ delay })
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
    metrics: api.metrics,
    started: api.startAsync().catch((error: unknown) => {
      // After a stop, a failed start is not reported.
      if (isEnding) return new Promise<never>(() => undefined);
      throw error;
    }),
    stop: (signal) => end(signal === "SIGTERM" ? shutdownDelay : 0),
  };
}

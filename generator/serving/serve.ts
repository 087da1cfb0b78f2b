import type { AddressInfo } from "node:net";
import type { Config } from "../../runtime/config/config.js";
import { resolveServer } from "../../runtime/config/resolve-server.js";
import type { Metrics } from "../../runtime/index.js";
import { endAfter, type Stop } from "./stop-signals.js";

/** A server of this process, on its way. */
export interface Serving {
  /** The port, when it listens. Rejects if it cannot. */
  readonly port: Promise<number>;
  /** Its figures, where the configuration asks for them. */
  readonly metrics: Metrics | undefined;
  /** Finishes what runs and ends the process: with exit code 0, or 1 if that takes too long. */
  readonly stop: Stop;
}

/** Serves a configuration until it is told to stop. @throws {ConfigError} */
export async function serve(config: Config, port: number): Promise<Serving> {
  // Loaded late, so that help does not wait for it.
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

  // What nobody has caught has left its work half done. Node.js would cut off everybody else's requests too.
  process.on("uncaughtException", (error) => {
    reportBroken(error);
    if (!isEnding) end(0);
  });

  const starting = api.startAsync(port).then((server) => (server.address() as AddressInfo).port);
  return {
    metrics: api.metrics,
    port: starting.catch((error: unknown) => {
      // Whoever stops it while it starts wants to hear no more of that.
      if (isEnding) return new Promise<never>(() => undefined);
      throw error;
    }),
    stop: (signal) => {
      end(signal === "SIGTERM" ? shutdownDelay : 0);
    },
  };
}

import { setStartCommand, type ListenOptions, type StartedServer } from "../../runtime/start-command.js";
import type { AnnouncedServer } from "./announce.js";
import { endAfter, type StopSignal } from "./stop-signals.js";

/** The servers that a server file starts in this process. */
export class StartedServers {
  readonly #servers: StartedServer[] = [];

  constructor(listen: ListenOptions, onStart: (server: AnnouncedServer) => void) {
    setStartCommand({
      ...listen,
      onStart: (server) => {
        this.#servers.push(server);
        const { host, port, addresses } = server;
        onStart({ host, port, addresses });
      },
    });
  }

  /** Stops the servers and ends the process, unless the server file handles the signal itself. */
  readonly stopForSignal = (signal: StopSignal): void => {
    if (process.listenerCount(signal) > 1) return;
    void this.stop(signal);
  };

  /** Finishes running requests and ends the process. The exit code is 1 on a failure or timeout, else 0. */
  async stop(signal: StopSignal): Promise<void> {
    const stopping = this.#servers.map(({ stop, shutdownDelay, shutdownTimeout }) => {
      const delay = signal === "SIGTERM" ? shutdownDelay : 0;
      endAfter(delay + shutdownTimeout);
      return stop({ delay });
    });
    const failed = (await Promise.allSettled(stopping)).filter((result) => result.status === "rejected");
    for (const { reason } of failed) console.error(reason);
    process.exit(failed.length > 0 ? 1 : 0);
  }
}

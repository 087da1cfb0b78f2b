import type { StopOptions } from "./lifecycle.js";
import type { StdioClient } from "./surfaces/mcp/stdio.js";
import type { Address } from "./surfaces/surface.js";

/** A server that listens. */
export interface StartedServer {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly Address[];
  /** How long a stop may take, in milliseconds. */
  readonly shutdownDelay: number;
  readonly shutdownTimeout: number;
  readonly stop: (options?: StopOptions) => Promise<void>;
}

/** Where a command line says that servers listen. */
export interface ListenOptions {
  /** Overrides `server.host`. */
  readonly host?: string | undefined;
  /** Overrides the port that `startAsync` gets. */
  readonly port?: number | undefined;
}

/** What `data-api start` and `data-api dev` decide about the servers of their process. */
export interface StartCommand extends ListenOptions {
  readonly onStart: (server: StartedServer) => void;
  /** Set by `data-api mcp`: its client. The server serves this client and does not listen. */
  readonly mcpClient?: StdioClient;
}

/** Global, because a server file may import another copy of this package than the command that runs it. */
const KEY = Symbol.for("data-api.start-command");
const shared = globalThis as { [KEY]?: StartCommand };

/** The command that runs this process. `undefined` in programs of their own. */
export function startCommand(): StartCommand | undefined {
  return shared[KEY];
}

export function setStartCommand(command: StartCommand): void {
  shared[KEY] = command;
}

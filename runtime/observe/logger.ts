import { pino } from "pino";
import type { LogDestination, LogSettings } from "../model/server-settings.js";
import { fitLine } from "./fit-line.js";

/** Writes lines of JSON: an event's words and what belongs to it, which holds no values of requests. */
export type Logger = Pick<pino.Logger, "debug" | "info" | "warn" | "error" | "isLevelEnabled">;

/** The server's log. Each line is written when it is made, so that a process that ends leaves none behind. */
export function createLogger({ level, destination }: Pick<LogSettings, "level" | "destination">): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: fitLine },
  };
  return pino(options, destination === undefined ? standardError() : guarded(destination));
}

function standardError(): pino.DestinationStream {
  return pino.destination({ dest: 2, sync: true });
}

/** A log that cannot be written to must not be the end of a request, nor of the server. */
function guarded(destination: LogDestination): pino.DestinationStream {
  return {
    write: (line) => {
      try {
        destination.write(line);
      } catch {
        // There is nowhere else to say so.
      }
    },
  };
}

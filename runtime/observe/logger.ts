import { pino } from "pino";
import type { LogDestination, LogSettings } from "../model/server-settings.js";
import { fitLine } from "./fit-line.js";

/** Writes lines of JSON: an event's words and what belongs to it, which holds no values of requests. */
export type Logger = Pick<pino.Logger, "debug" | "info" | "warn" | "error" | "isLevelEnabled">;

/** How much is kept of what cannot be written, in characters: it is tried again with the next line. */
const MAX_KEPT = 64 * 1024;

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

/** A log that cannot be written to must not be the end of a request, nor of the server. */
function standardError(): pino.DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_KEPT });
  destination.on("error", () => undefined);
  return destination;
}

/** The same for one of somebody's own. */
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

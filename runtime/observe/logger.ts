import { pino } from "pino";
import type { LogDestination, LogSettings } from "../model/settings/server-settings.js";
import { fitLine } from "./fit-line.js";

/** Writes JSON lines: a message and named fields, none of which contains a value of a request. */
export type Logger = Pick<pino.Logger, "debug" | "info" | "warn" | "error" | "isLevelEnabled">;

/** How many characters are kept if a write fails. They are written again before the next line. */
const MAX_KEPT = 64 * 1024;

/** Creates the server's log. Lines are written synchronously, so that none is lost when the process ends. */
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

/** Ignores write errors: they must not fail a request or stop the server. */
function standardError(): pino.DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_KEPT });
  destination.on("error", () => undefined);
  return destination;
}

/** Ignores errors of a configured destination. */
function guarded(destination: LogDestination): pino.DestinationStream {
  return {
    write: (line) => {
      try {
        destination.write(line);
      } catch {
        // There is no other place to report it.
      }
    },
  };
}

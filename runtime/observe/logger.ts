import { createRequire } from "node:module";
import type { pino } from "pino";
import type { LogDestination, LogSettings } from "../model/settings/server-settings.js";
import { fitLine } from "./fit-line.js";

/** A message, with named fields before it or none. */
type Line = readonly [fields: object, message: string] | readonly [message: string];
type Level = "debug" | "info" | "warn" | "error";

/** Writes JSON lines: a message and named fields, none of which contains a value of a request. */
export interface Logger extends Readonly<Record<Level, (...line: Line) => void>> {
  readonly isLevelEnabled: (level: Level) => boolean;
}

/** How many characters are kept if a write fails. They are written again before the next line. */
const MAX_KEPT = 64 * 1024;

const LEVELS = ["debug", "info", "warn", "error"] as const satisfies readonly Level[];
const loadPackage = createRequire(import.meta.url);

/**
 * Creates the server's log. Lines are written synchronously, so that none is lost when the process ends. pino is loaded
 * for the first line, because it takes a tenth of a start and most servers start without one.
 */
export function createLogger(settings: Pick<LogSettings, "level" | "destination">): Logger {
  let loaded: pino.Logger | undefined;
  const least = (LEVELS as readonly string[]).indexOf(settings.level);
  const isLevelEnabled = (level: Level) => least >= 0 && LEVELS.indexOf(level) >= least;
  const write =
    (level: Level) =>
    (...line: Line): void => {
      if (!isLevelEnabled(level)) return;
      loaded ??= load(settings);
      loaded[level](...(line as [object, string]));
    };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    isLevelEnabled,
  };
}

function load({ level, destination }: Pick<LogSettings, "level" | "destination">): pino.Logger {
  const { pino: create } = loadPackage("pino") as { readonly pino: typeof pino };
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: create.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: fitLine },
  };
  return create(options, destination === undefined ? standardError(create) : guarded(destination));
}

/** Ignores write errors: they must not fail a request or stop the server. */
function standardError(create: typeof pino): pino.DestinationStream {
  const destination = create.destination({ dest: 2, sync: true, maxLength: MAX_KEPT });
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

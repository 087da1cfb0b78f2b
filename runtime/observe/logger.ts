import { pino } from "pino";
import type { LogDestination, LogSettings } from "../model/settings/server-settings.js";

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

/** PIPE_BUF of Linux: the bytes that a pipe writes atomically, so that lines of several processes never mix. */
const MAX_BYTES = 4096;

/** Characters that JSON does not escape, but that a terminal may interpret as a command or as a line break. */
const HARMFUL = /[\u007f-\u009f\u2028\u2029]/g;

/** Limits a log line to 4 KiB by truncating long texts in it. */
export function fitLine(line: string): string {
  const escaped = line.replace(HARMFUL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (Buffer.byteLength(escaped) <= MAX_BYTES) return escaped;
  const entry: unknown = JSON.parse(escaped);
  for (let length = MAX_BYTES / 2; length >= 1; length /= 2) {
    const cut = `${fitLineOf(entry, length)}\n`;
    if (Buffer.byteLength(cut) <= MAX_BYTES) return cut;
  }
  return `{"msg":"A line of the log was too long."}\n`;
}

function fitLineOf(entry: unknown, length: number): string {
  const text = JSON.stringify(entry, (_name, value: unknown) =>
    typeof value === "string" && value.length > length ? `${value.slice(0, length)}…` : value,
  );
  return text.replace(HARMFUL, "?");
}

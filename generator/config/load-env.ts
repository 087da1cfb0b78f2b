import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { CommandError } from "../command-error.js";
import { shorten } from "./shorten.js";

/** The variables that were set from a file. Only these may be replaced when the file is read again. */
const fromFile = new Map<string, string>();

/**
 * Sets the variables of `.env` beside this file, if there is one. Variables that are set already keep their value.
 * @throws {CommandError} if the file cannot be read, or a line is not `NAME=value`.
 */
export function loadEnv(besideFile: string): void {
  const file = envFile(besideFile);
  const text = read(file);
  if (text === undefined) return;
  checkLines(text, file);
  for (const [name, value] of Object.entries(parseEnv(text)) as [string, string][]) {
    const current = process.env[name];
    if (current !== undefined && current !== fromFile.get(name)) continue;
    process.env[name] = value;
    fromFile.set(name, value);
  }
}

export function envFile(besideFile: string): string {
  return path.join(path.dirname(besideFile), ".env");
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new CommandError(`"${shorten(file)}" cannot be read: ${message}`);
  }
}

/** Node.js takes a line without "=" as the beginning of the next name, so that both variables are missing. */
function checkLines(text: string, file: string): void {
  // Values in quotes may have several lines. They are replaced by as many empty ones.
  const withoutQuoted = text.replaceAll(/=[ \t]*(["'`])[^]*?\1/g, (value) =>
    value.replaceAll(/[^\n]/g, "").replace(/^/, "="),
  );
  for (const [index, line] of withoutQuoted.split("\n").entries()) {
    if (/^\s*(?:#|$)/.test(line) || line.includes("=") || line.trim() === "") continue;
    throw new CommandError(
      `"${shorten(file)}", line ${index + 1}: it must be NAME=value, or a comment that begins with "#".`,
    );
  }
}

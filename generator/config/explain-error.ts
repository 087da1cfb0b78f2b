import { DatabaseError } from "../../runtime/database/wire/database-error.js";
import { ConfigError } from "../../runtime/errors/config-error.js";
import { DumpError } from "../../runtime/errors/dump-error.js";
import { PackageError } from "../../runtime/errors/package-error.js";
import { MigrationError } from "../../runtime/database/migrations/migration.js";
import { wordsOf } from "../../runtime/errors/words-of-error.js";
import { CommandError } from "../command-error.js";
import { shorten } from "./shorten.js";

/** Explains an error to the user. Only an internal error is printed with its stack. */
export function explainError(error: unknown): string {
  return withoutCredentials(explain(error));
}

/** Errors whose message already says what to do. */
const forPeople = [CommandError, ConfigError, DatabaseError, DumpError, MigrationError, PackageError];

/** By name too, because a server file may import another copy of this package. */
export function isForPeople(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (forPeople.some((kind) => error instanceof kind || error.name === kind.name) || isAboutListening(error))
  );
}

/** Whether a server cannot listen on its address or port. */
function isAboutListening({ code, syscall, cause }: NodeJS.ErrnoException): boolean {
  return (
    (code !== undefined && syscall === "listen") ||
    (cause instanceof Error && (cause as NodeJS.ErrnoException).syscall === "listen")
  );
}

const FORBIDDEN: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

/** The optional dependencies of the package, which an installation that only serves leaves out. */
const missingPackage = /^Cannot find package '(diff|handlebars|prettier|ts-morph)' /;

function explain(error: unknown): string {
  if (forPeople.some((kind) => error instanceof kind || (error as Error).name === kind.name))
    return wordsOf(error as Error);
  const { code, message, path: place, stack } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return `The port is taken by another program (${message}). Choose another with --port.`;
  const [, missing] = missingPackage.exec(message) ?? [];
  if (missing !== undefined)
    return `This command needs the package "${missing}", which is not installed. Install it: npm install --include=optional`;
  if (code !== undefined && place !== undefined && FORBIDDEN.has(code))
    return `"${shorten(place)}" cannot be opened: this user has no right to (${code}).`;
  if (code !== undefined) return message;
  return `This is a mistake in data-api, please report it:\n${stack ?? message}`;
}

/** Masks credentials in URLs, because terminals keep a history. Our placeholder `user:password@` stays. */
export function withoutCredentials(text: string): string {
  return text.replace(/\/\/(?!user:password@)\S*@/g, "//…@");
}

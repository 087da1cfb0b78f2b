import { DatabaseError } from "../../runtime/database/wire/database-error.js";
import { ConfigError } from "../../runtime/errors/config-error.js";
import { DumpError } from "../../runtime/errors/dump-error.js";
import { PackageError } from "../../runtime/errors/package-error.js";
import { MigrationError } from "../../runtime/database/migrations/migration-error.js";
import { wordsOf } from "../../runtime/errors/words-of-error.js";
import { CommandError } from "../command-error.js";
import { shorten } from "./load-config.js";

/** Explains an error to the user. Only an internal error is printed with its stack. */
export function explainError(error: unknown): string {
  return withoutCredentials(explain(error));
}

/** Errors whose message already says what to do. */
const kindsForPeople = [CommandError, ConfigError, DatabaseError, DumpError, MigrationError, PackageError];

export function isForPeople(error: unknown): boolean {
  return kindsForPeople.some((kind) => error instanceof kind);
}

/** The optional dependencies of the package, which an installation that only serves leaves out. */
const missingPackage = /^Cannot find package '(diff|handlebars|prettier|ts-morph)' /;

const FORBIDDEN: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

function explain(error: unknown): string {
  if (isForPeople(error)) return wordsOf(error as Error);
  const { code, message, path, stack } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return `The port is taken by another program (${message}). Choose another with --port.`;
  const [, missing] = missingPackage.exec(message) ?? [];
  if (missing !== undefined)
    return `This command needs the package "${missing}", which is not installed. Install it: npm install --include=optional`;
  if (code !== undefined && path !== undefined && FORBIDDEN.has(code))
    return `"${shorten(path)}" cannot be opened: this user has no right to (${code}).`;
  if (code !== undefined) return message;
  return `This is a mistake in data-api, please report it:\n${stack ?? message}`;
}

/** Masks credentials in URLs, because terminals keep a history. Our placeholder `user:password@` stays. */
export function withoutCredentials(text: string): string {
  return text.replace(/\/\/(?!user:password@)\S*@/g, "//…@");
}

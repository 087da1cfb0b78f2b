import { DatabaseError } from "../runtime/database/database-error.js";
import { ConfigError } from "../runtime/errors/config-error.js";
import { PackageError } from "../runtime/errors/package-error.js";
import { CommandError } from "./command-error.js";

/** What a person at a terminal sees of an error: what to put right, without a stack, unless it is our own mistake. */
export function explainError(error: unknown): string {
  return withoutCredentials(explain(error));
}

/** Their messages say what to do. */
const forPeople = [CommandError, ConfigError, DatabaseError, PackageError];

function explain(error: unknown): string {
  if (forPeople.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return `The port is taken by another program (${message}). Choose another with --port.`;
  if (code !== undefined) return message;
  return `This is a mistake in data-api, please report it:\n${stack ?? message}`;
}

/** Wherever a message has a URL from, a terminal's history is no place for a password. Ours tell only the form of one. */
function withoutCredentials(text: string): string {
  return text.replace(/\/\/(?!user:password@)\S*@/g, "//…@");
}

import { DEFAULT_HOST } from "../../model/settings/database-settings.js";
import { inspect } from "node:util";
import { dialectFacts } from "../../model/settings/dialect-facts.js";
import type { DatabaseSettings } from "../../model/model.js";
import { connectSentence } from "./connect-reasons.js";
import { LackError } from "./capabilities.js";
import { DatabaseError } from "./database-error.js";
import { connectReason } from "./network-faults.js";

/** A failed connection attempt whose message already names the server, so that it is not explained twice. */
class RefusedConnection extends DatabaseError {}

/**
 * Explains why a database cannot be reached, at which address, and what to change. The message never contains
 * credentials.
 * @param fault The dialect's classification of the driver's error.
 */
export function cannotConnect(
  error: unknown,
  settings: DatabaseSettings,
  { isTransient, reason }: Pick<DatabaseError, "isTransient" | "reason">,
): DatabaseError {
  if (error instanceof RefusedConnection) return error;
  const { dialect, name, host = DEFAULT_HOST, port } = settings;
  const where =
    settings.connectionString === undefined
      ? `"${name}" on ${host}${port === undefined ? "" : `:${port}`}`
      : `of the connection string`;
  const source = error instanceof DatabaseError ? (error.cause ?? error) : error;
  const known = reason ?? connectReason(source);
  const secrets = secretsOf(settings);
  const why =
    known === undefined
      ? `: ${without(secrets, textOf(error instanceof LackError ? error : source)).replace(/[.\s]*$/, "")}.`
      : `. ${connectSentence(known, settings)}`;
  return new RefusedConnection(
    "connection",
    `Cannot open the ${dialectFacts[dialect].title} database ${where}${why}`,
    {
      isTransient,
      reason: known,
      outcome: "notSent",
      // A log that prints an error also prints its cause.
      ...(!holds(source, secrets) && { cause: source }),
    },
  );
}

/** An error for a host with several addresses contains the individual errors. */
function textOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly Error[] };
  return message || errors?.[0]?.message || code || "there is no connection";
}

/** The secrets that must not appear in a message or a log. */
function secretsOf({ password, connectionString = "", authentication }: DatabaseSettings): readonly string[] {
  // `postgres://name:password@host` and `…;Password=…;`, as drivers accept them.
  const [, inUrl = ""] = /^[^:/]+:\/\/[^:/?#@]*:([^/?#]*)@/.exec(connectionString) ?? [];
  const inPairs = [...connectionString.matchAll(/(?:password|pwd)\s*=\s*("[^"]*"|'[^']*'|[^;&]*)/gi)].map(
    ([, value = ""]) => value.replace(/^(["'])(.*)\1$/s, "$2"),
  );
  return [connectionString, password ?? "", inUrl, decoded(inUrl), ...inPairs, ...secretsIn(authentication)]
    .filter((secret) => secret !== "")
    .toSorted((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function secretsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    typeof member === "string" ? (/password|secret|token/i.test(key) ? [member] : []) : secretsIn(member),
  );
}

function without(secrets: readonly string[], text: string): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, "…"), text);
}

function holds(error: unknown, secrets: readonly string[]): boolean {
  const text = inspect(error, { depth: 10 });
  return secrets.some((secret) => text.includes(secret));
}

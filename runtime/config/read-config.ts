import type { ConfigProblem } from "../errors/config-error.js";
import { formatPath } from "./check-shape.js";

/** A copy of the configuration, read once: plain data and functions that the caller cannot change. */
export interface ReadConfig {
  readonly value: unknown;
  /** What could not be read, and is missing from `value`. */
  readonly problems: readonly ConfigProblem[];
}

/** How deep a configuration may be nested: more than anything that is written has. */
const MAX_DEPTH = 100;

/** The option that takes an object of any class. The object is not copied. */
const DESTINATION = "server.log.destination";
/** What the driver is given, where a credential of any class may stand. */
const AUTHENTICATION = "database.authentication.";

/**
 * Copies a configuration. Each getter and each trap of a proxy is run once and here, so that nothing of what comes after
 * can fail on it, or meet another value than was checked.
 */
export function readConfig(config: unknown): ReadConfig {
  const problems: ConfigProblem[] = [];

  function read(value: unknown, path: readonly string[], above: readonly object[]): unknown {
    if (typeof value !== "object" || value === null) return value;
    const place = formatPath(path);
    try {
      if (isOfOwn(value, place)) return value;
      const mistake = mistakeIn(value, above);
      if (mistake === undefined) return copy(value, path, [...above, value]);
      problems.push({ path: place, message: mistake });
    } catch (error) {
      problems.push({ path: place, message: `cannot be read: ${reasonOf(error)}` });
    }
    return undefined;
  }

  function copy(value: object, path: readonly string[], above: readonly object[]): unknown {
    const members = Object.keys(value).map((key) => [key, readMember(value, key, path, above)] as const);
    if (!Array.isArray(value)) return Object.fromEntries(members);
    const list: unknown[] = new Array<unknown>(value.length).fill(undefined);
    for (const [key, member] of members) if (/^\d+$/.test(key)) list[Number(key)] = member;
    return list;
  }

  function readMember(
    value: object,
    key: string,
    path: readonly string[],
    above: readonly object[],
  ): unknown {
    const place = [...path, key];
    let member: unknown;
    try {
      member = (value as Readonly<Record<string, unknown>>)[key];
    } catch (error) {
      problems.push({ path: formatPath(place), message: `cannot be read: ${reasonOf(error)}` });
      return undefined;
    }
    return read(member, place, above);
  }

  return { value: read(config, [], []), problems };
}

/** Whether an object is used itself instead of a copy. */
function isOfOwn(value: object, place: string): boolean {
  // The shape check needs its `write` method.
  if (place === DESTINATION) return "write" in value && value.write !== undefined;
  return place.startsWith(AUTHENTICATION) && !isPlain(value);
}

/** One of another realm is plain too. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function mistakeIn(value: object, above: readonly object[]): string | undefined {
  if (above.includes(value)) return "found an object that contains itself; must be plain data.";
  if (above.length === MAX_DEPTH) return `is nested too deep; at most ${MAX_DEPTH} levels are allowed.`;
  return isPlain(value) ? undefined : "found an instance of a class; must be plain data.";
}

/** Anything may be thrown, even what cannot be looked at. */
function reasonOf(error: unknown): string {
  try {
    if (error instanceof Error && error.message !== "") return error.message.replace(/[.\s]*$/, ".");
  } catch {
    // The thrown value cannot be read either.
  }
  return "it throws.";
}

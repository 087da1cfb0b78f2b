import { z } from "zod";
import type { ConfigProblem } from "../errors/config-error.js";
import { formatPath } from "./check-shape.js";
import { configShape } from "./config-shape.js";
import { infoOf, schemaIn } from "./option-at.js";

/** A copy of the configuration, made once: plain data and functions, which the caller cannot change later. */
export interface ReadConfig {
  readonly value: unknown;
  /** The parts that could not be read. They are missing from `value`. */
  readonly problems: readonly ConfigProblem[];
}

/** Where a value is, with the objects that contain it, and the schema there. */
interface Place {
  readonly path: readonly string[];
  readonly above: readonly object[];
  readonly schema: z.ZodType | undefined;
}

/** The maximum nesting, more than any configuration needs. */
const MAX_DEPTH = 100;

/**
 * Copies a configuration. Getters and proxy traps run here, once. So later code cannot fail on them, and reads the
 * value that was checked.
 */
export function readConfig(config: unknown): ReadConfig {
  const problems: ConfigProblem[] = [];

  function read(owner: object, key: string, placeOf: (key: string) => Place): unknown {
    const report = (message: string) => problems.push({ path: formatPath(placeOf(key).path), message });
    try {
      const value = (owner as Record<string, unknown>)[key];
      // Most members are no objects, and need no place.
      if (typeof value !== "object" || value === null) return value;
      const { path, above, schema } = placeOf(key);
      if (isKept(value, schema)) return value;
      const mistake = mistakeIn(value, above);
      if (mistake === undefined) return copy(value, { path, above: [...above, value], schema });
      report(mistake);
    } catch (error) {
      report(`cannot be read: ${reasonOf(error)}`);
    }
    return undefined;
  }

  function copy(value: object, { path, above, schema }: Place): unknown {
    const placeOf = (key: string) => ({ path: [...path, key], above, schema: schemaIn(schema, key) });
    const members = Object.keys(value).map((key) => [key, read(value, key, placeOf)] as const);
    if (!Array.isArray(value)) return Object.fromEntries(members);
    const list: unknown[] = new Array<unknown>(value.length).fill(undefined);
    for (const [key, member] of members) if (/^\d+$/.test(key)) list[Number(key)] = member;
    return list;
  }

  const root = { path: [], above: [], schema: configShape };
  return { value: read({ config }, "config", () => root), problems };
}

/** Whether an object is used as it is instead of copied. */
function isKept(value: object, schema: z.ZodType | undefined): boolean {
  // What has no shape is passed on, such as credentials to the driver.
  if (schema instanceof z.ZodUnknown) return !isPlain(value);
  return infoOf(schema).isKept === true && schema?.safeParse(value).success === true;
}

/** Also accepts plain objects of another realm. */
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

/** The reason for a message. Any value may be thrown, even one whose properties throw. */
function reasonOf(error: unknown): string {
  try {
    if (error instanceof Error && error.message !== "") return error.message.replace(/[.\s]*$/, ".");
  } catch {
    // The thrown value cannot be read either.
  }
  return "it throws.";
}

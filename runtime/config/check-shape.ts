import type { z } from "zod";
import { problem, type ConfigProblem } from "../errors/config-error.js";
import { nearest } from "../errors/nearest.js";
import { quoteName } from "../model/names.js";
import { configShape } from "./config-shape.js";
import { infoAt, keysAt } from "./option-at.js";

/** A configuration with all defaults, or every place where it has the wrong shape. */
export function parseShape(config: unknown): {
  readonly problems: readonly ConfigProblem[];
  readonly settings: z.output<typeof configShape> | undefined;
} {
  const result = configShape.safeParse(config, { reportInput: true, jitless: true });
  if (result.success) return { problems: [], settings: result.data };
  const problems = result.error.issues.flatMap((issue) => toProblems(issue, config));
  return { problems, settings: undefined };
}

type Issue = z.core.$ZodIssue;

function toProblems(issue: Issue, config: unknown): readonly ConfigProblem[] {
  const path = formatPath(issue.path);
  if (issue.code === "unrecognized_keys") {
    const allowed = keysAt(issue.path);
    return issue.keys.map((key) => unknownKey(path, key, allowed));
  }
  const inner = innerIssues(issue, config);
  if (inner !== undefined) return inner.flatMap((each) => toProblems(each, config));
  const value = valueAt(config, issue.path);
  const found = describe(value);
  if (issue.code === "invalid_value") {
    const allowed = issue.values.map((value) => JSON.stringify(value)).join(", ");
    const guess = typeof value === "string" ? nearest(value, issue.values.map(String)) : undefined;
    return [problem(path, `found ${found}; allowed: ${allowed}.`, guess)];
  }
  const hint = isUndefined(config, issue.path) ? { hint: UNDEFINED } : {};
  return [{ ...problem(path, `found ${found}; ${requirement(issue)}.`), ...hint }];
}

const UNDEFINED = "It is undefined: perhaps its file imports this one, and so is not complete yet.";

/** Whether the option is written, but without a value. */
function isUndefined(config: unknown, path: readonly PropertyKey[]): boolean {
  const name = path.at(-1);
  const around = valueAt(config, path.slice(0, -1));
  if (name === undefined || typeof around !== "object" || around === null) return false;
  return name in around && (around as Readonly<Record<PropertyKey, unknown>>)[name] === undefined;
}

/** For an object in a union, the issues of the union's object shape. */
function innerIssues(issue: Issue, config: unknown): readonly Issue[] | undefined {
  if (issue.code !== "invalid_union") return undefined;
  const value = valueAt(config, issue.path);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const isOfOtherKind = ({ path, code }: Issue) => path.length === 0 && code === "invalid_type";
  const issues = issue.errors.find((candidate) => !candidate.some(isOfOtherKind));
  return issues?.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

/** Former options, and what to write instead. */
const replaced: Readonly<Record<string, string>> = {
  "database.readsFromReplica":
    'is now "replicas": name the listener or the replicas in "replicas.servers", or remove the option.',
};

function unknownKey(path: string, key: string, allowed: readonly string[]): ConfigProblem {
  const place = path === "" ? safeKey(key) : `${path}.${safeKey(key)}`;
  const instead = Object.hasOwn(replaced, place) ? replaced[place] : undefined;
  if (instead !== undefined) return problem(place, instead);
  return problem(
    place,
    `unknown key ${quoteName(key)}; allowed: ${allowed.join(", ")}.`,
    nearest(key, allowed),
  );
}

function requirement(issue: Issue): string {
  // The message comes from our own shape.
  if (issue.message.startsWith("must")) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeWords[issue.expected] ?? issue.expected}`;
    case "too_small":
      return issue.origin === "string"
        ? issue.minimum === 1
          ? "must not be empty"
          : `must have at least ${String(issue.minimum)} characters`
        : issue.origin === "array"
          ? "must have at least one item"
          : `must be at least ${String(issue.minimum)}`;
    case "too_big":
      return issue.origin === "string"
        ? `must have at most ${String(issue.maximum)} characters`
        : `must be at most ${String(issue.maximum)}`;
    case "invalid_union":
      // Zod's JSON schema is a union without a message.
      return issue.message === "Invalid input" ? "must be a JSON value" : issue.message;
    default:
      return issue.message;
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** Describes the value that was found, without printing what might be a secret. */
function describe(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "string":
      return value.length > 40 ? "a long text" : JSON.stringify(value);
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "a list" : "an object";
    case "boolean":
    case "number":
    case "bigint":
      return String(value);
    case "symbol":
      return "something else";
    case "function":
      return "a function";
  }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  const found = path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part],
    root,
  );
  return typeof found !== "object" && infoAt(path).isSecret === true ? Symbol("hidden") : found;
}

export function formatPath(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === "number" ? String(part) : safeKey(String(part)))).join(".");
}

/** A key in a form that is safe to print in a path. */
export function safeKey(key: string): string {
  return /^[\w$-]{1,63}$/.test(key) ? key : quoteName(key);
}

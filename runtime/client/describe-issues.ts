import type { InputIssue, IssueParams } from "../errors/input-issue.js";
import type { IssueCode } from "../errors/issue-codes.js";

/** How an application words mistakes. */
export interface Wording {
  /** Formats numbers and lists: a BCP 47 tag such as `"de"`. Default: `"en"`. */
  readonly language?: string;
  /** The labels of fields, by their names. Default: made from the name. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Templates by code, or by code and kind: `too-long`, `too-long/items`, `wrong-type/decimal`. */
  readonly messages?: Readonly<Record<string, string>>;
}

/** A code that has words for people. Codes of conditions and the like are for developers, and keep their message. */
type WordedCode = Extract<
  IssueCode,
  | "required"
  | "wrong-type"
  | "too-short"
  | "too-long"
  | "out-of-range"
  | "not-exact"
  | "not-listed"
  | "not-storable"
  | "not-unique"
  | "duplicate"
  | "check"
  | "unknown-field"
  | "not-editable"
  | "no-such-record"
  | "not-together"
  | "unknown-record"
  | "too-deep"
  | "not-equal"
  | "control-character"
  | "not-an-email"
  | "not-roles"
  | "no-uppercase"
  | "no-lowercase"
  | "no-digit"
  | "no-special"
>;

const ofCodes: Readonly<Record<WordedCode, string>> = {
  required: "{label} is required.",
  "wrong-type": "{label} is not in the right form.",
  "too-short": "{label} is too short.",
  "too-long": "{label} is too long.",
  "out-of-range": "{label} is too large or too small.",
  "not-exact": "{label} has too many digits.",
  "not-listed": "{label} is not one of the choices.",
  "not-storable": "{label} contains a character that cannot be stored.",
  "not-unique": "{label} is already taken.",
  duplicate: "{label} contains the same entry twice.",
  check: "{label} is not allowed.",
  "unknown-field": "{label} is not known here.",
  "not-editable": "{label} cannot be changed here.",
  "no-such-record": "{label} refers to something that does not exist.",
  "not-together": "{label} cannot be given together with the other values.",
  "unknown-record": "{label} does not exist any more.",
  "too-deep": "{label} has too many levels.",
  "not-equal": "{label} is not the same in both fields.",
  "control-character": "{label} contains a character that is not allowed.",
  "not-an-email": "{label} must be an email address.",
  "not-roles": "{label} contains an unknown role.",
  "no-uppercase": "{label} must contain an upper-case letter.",
  "no-lowercase": "{label} must contain a lower-case letter.",
  "no-digit": "{label} must contain a digit.",
  "no-special": "{label} must contain a special character.",
};

const ofKinds: Readonly<Record<string, string>> = {
  "wrong-type/string": "{label} must be text.",
  "wrong-type/int": "{label} must be a whole number.",
  "wrong-type/bigint": "{label} must be a whole number.",
  "wrong-type/float": "{label} must be a number.",
  "wrong-type/number": "{label} must be a number.",
  "wrong-type/decimal": "{label} must be a number such as 12.50.",
  "wrong-type/boolean": "{label} must be yes or no.",
  "wrong-type/date": "{label} must be a day such as 2024-02-29.",
  "too-short/empty": "{label} must not be empty.",
  "too-short/characters": "{label} must have at least {minimum} characters.",
  "too-short/items": "{label} must have at least {minimum} entries.",
  "too-short/bytes": "{label} must have at least {minimum} bytes.",
  "too-long/characters": "{label} may have at most {maximum} characters.",
  "too-long/items": "{label} may have at most {maximum} entries.",
  "too-long/bytes": "{label} may have at most {maximum} bytes.",
  "out-of-range/minimum": "{label} must be at least {minimum}.",
  "out-of-range/maximum": "{label} must be at most {maximum}.",
  "out-of-range/between": "{label} must be between {minimum} and {maximum}.",
  "not-exact/maximum": "{label} may have at most {maximum} digits after the point.",
  "wrong-type/values": "{label} must be {values}.",
  "not-listed/values": "{label} must be {values}.",
};

/**
 * Returns the mistakes with messages for people, in English or by the application's templates. A message of your own
 * schema stays, unless `messages` has a template for its code.
 */
export function describeIssues(
  issues: readonly InputIssue<string>[],
  wording: Wording = {},
): InputIssue<string>[] {
  return issues.map((issue) => {
    const template = templateOf(issue, wording.messages ?? {});
    return template === undefined ? issue : { ...issue, message: fill(template, issue, wording) };
  });
}

function templateOf(
  { code, message, params = {} }: InputIssue<string>,
  messages: Wording["messages"] & object,
) {
  const key = `${code}/${kindOf(params)}`;
  const own = messages[key] ?? messages[code];
  // The server's own messages begin with the name of the field in quotes, or with "Unknown field".
  const isServers = /^"|^(?:Unknown|The) field "/.test(message);
  return (
    own ?? (isServers ? (ofKinds[key] ?? (ofCodes as Readonly<Record<string, string>>)[code]) : undefined)
  );
}

function kindOf({ minimum, maximum, unit, type, values }: IssueParams): string {
  if (values !== undefined) return "values";
  if (unit !== undefined) return minimum === 1 && maximum === undefined ? "empty" : unit;
  if (minimum !== undefined) return maximum === undefined ? "minimum" : "between";
  return maximum === undefined ? (type ?? "") : "maximum";
}

function fill(
  template: string,
  { path, params = {} }: InputIssue<string>,
  { language = "en", labels = {} }: Wording,
) {
  const format = (bound: number | string | undefined) =>
    bound === undefined
      ? ""
      : new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(bound as number);
  const parts: Readonly<Record<string, () => string>> = {
    label: () => labels[path] ?? labels[nameIn(path)] ?? labelOf(nameIn(path)),
    minimum: () => format(params.minimum),
    maximum: () => format(params.maximum),
    values: () =>
      new Intl.ListFormat(language, { type: "disjunction" }).format((params.values ?? []).map(String)),
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name]?.() ?? whole);
}

/** The last name in a path: `items.0.title` is about a `title`, `tagids.3` about `tagids`. */
function nameIn(path: string): string {
  return path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path;
}

/** `unit_price` and `unitPrice` become "Unit price". */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

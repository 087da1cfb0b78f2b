import type { InputIssue, IssueParams } from "../errors/input-issue.js";
import type { IssueCode } from "../errors/issue-codes.js";
import type { FieldTypeName } from "../model/field-type.js";

/** How an application words mistakes. */
export interface Wording {
  /** Formats numbers, days and lists: a BCP 47 tag such as `"de"`. Default: `"en"`. */
  readonly language?: string;
  /** The labels of fields, by their paths or names. Default: those of the configuration, or made from the names. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Templates by code, or by code and kind: `too-long`, `too-long/items`, `wrong-type/decimal`. Default: English. */
  readonly messages?: Readonly<Record<string, string>>;
}

/** Codes of conditions, selections, orders and the like, whose paths are parts of the request. */
const ofRequests = {
  syntax: "The request cannot be understood.",
  "unknown-relation": "The request asks for related records that do not exist.",
  "unknown-function": "The request asks for a calculation that does not exist.",
  operator: "This comparison is not possible here.",
  "value-too-long": "A value to search for is too long.",
  "too-many-terms": "The request has too many parts.",
  "too-many-values": "The request has too many values.",
  "unknown-option": "The request has an option that does not exist.",
  "no-effect": "A part of the request has no effect.",
  "not-flat": "Records with lists cannot be shown as a table.",
  "not-sortable": "Sorting by this is not possible.",
  "too-many": "The request asks for too much at once.",
  "unknown-parameter": "The request has a part that is not known here.",
  "wrong-argument": "This calculation is not possible here.",
  "not-selected": "Sorting is only possible by what is shown.",
  "unknown-member": "The request has a part that is not known here.",
  malformed: "The request cannot be read.",
  reference: "The request refers to something that is not in it.",
} as const satisfies Partial<Record<IssueCode, string>>;

/** The compiler names a code without words. */
const ofFields: Readonly<Record<Exclude<IssueCode, keyof typeof ofRequests>, string>> = {
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
  invalid: "{label} is not valid.",
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

/** The types of the configuration, and those that a rule of your own schema may name. */
const ofTypes: Readonly<Partial<Record<FieldTypeName | "number" | "array", string>>> = {
  string: "{label} must be text.",
  text: "{label} must be text.",
  richtext: "{label} must be text.",
  secret: "{label} must be text.",
  xml: "{label} must be XML.",
  int: "{label} must be a whole number.",
  bigint: "{label} must be a whole number.",
  float: "{label} must be a number.",
  number: "{label} must be a number.",
  decimal: "{label} must be a number such as 12.50.",
  boolean: "{label} must be yes or no.",
  date: "{label} must be a day such as 2024-02-29.",
  datetime: "{label} must be a day and a time.",
  time: "{label} must be a time of day.",
  duration: "{label} must be a duration such as P1DT12H.",
  year: "{label} must be a year such as 2024.",
  uuid: "{label} must be an id such as 123e4567-e89b-42d3-a456-426614174000.",
  list: "{label} must be a list.",
  array: "{label} must be a list.",
};

const ofKinds: Readonly<Record<string, string>> = {
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
  "out-of-range/minimum/date": "{label} must not be before {minimum}.",
  "out-of-range/maximum/date": "{label} must not be after {maximum}.",
  "not-exact/maximum": "{label} may have at most {maximum} digits after the point.",
  "wrong-type/values": "{label} must be {values}.",
  "not-listed/values": "{label} must be {values}.",
};

type Words = Readonly<Record<string, string>>;

/** Codes of your own may be named like a member of every object. */
function wordsAt(key: string, words: Words): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

/** The English words of a code and kind, or of a code. In one table they would be part of every bundle. */
function inEnglish(key: string): string | undefined {
  const [, type = ""] = /^wrong-type\/(.+)$/.exec(key) ?? [];
  return (
    wordsAt(type, ofTypes) ?? wordsAt(key, ofKinds) ?? wordsAt(key, ofFields) ?? wordsAt(key, ofRequests)
  );
}

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

/** The server's own messages begin with the name of the field in quotes, or with what the name is. */
const SERVERS = /^"|^(?:Unknown|The) (?:field|member|column) "|^The id of a "/;

function templateOf(
  { code, message, params = {} }: InputIssue<string>,
  messages: Wording["messages"] & object,
) {
  const kind = kindOf(params);
  const keys = [...(hasDates(params) ? [`${code}/${kind}/date`] : []), `${code}/${kind}`, code];
  const own = keys.map((key) => wordsAt(key, messages)).find((words) => words !== undefined);
  const isServers = Object.hasOwn(ofRequests, code) || SERVERS.test(message);
  return own ?? (isServers ? keys.map(inEnglish).find((words) => words !== undefined) : undefined);
}

function kindOf({ minimum, maximum, unit, type, values }: IssueParams): string {
  if (values !== undefined) return "values";
  if (unit !== undefined) return minimum === 1 && maximum === undefined ? "empty" : unit;
  if (minimum !== undefined) return maximum === undefined ? "minimum" : "between";
  return maximum === undefined ? (type ?? "") : "maximum";
}

/** A day, or a day and a time, as the server writes it. */
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d.*)?$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

function hasDates({ minimum, maximum }: IssueParams): boolean {
  return [minimum, maximum].some((bound) => typeof bound === "string" && DATE.test(bound));
}

function fill(
  template: string,
  { path, label, params = {} }: InputIssue<string>,
  { language = "en", labels = {} }: Wording,
) {
  const parts: Readonly<Record<string, () => string>> = {
    label: () => labels[path] ?? labels[nameIn(path)] ?? label ?? readable(nameIn(path)),
    minimum: () => formatted(params.minimum, language),
    maximum: () => formatted(params.maximum, language),
    values: () =>
      new Intl.ListFormat(language, { type: "disjunction" }).format((params.values ?? []).map(String)),
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name]?.() ?? whole);
}

/** A limit as people of the language write it: a number with all its digits, a day, or a time where they are. */
function formatted(bound: number | string | undefined, language: string): string {
  if (bound === undefined) return "";
  if (typeof bound === "number" || NUMBER.test(bound))
    return new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(bound as number);
  const date = DATE.test(bound) ? new Date(bound) : undefined;
  if (date === undefined || Number.isNaN(date.getTime())) return bound;
  const isDay = !bound.includes("T");
  return new Intl.DateTimeFormat(
    language,
    isDay ? { dateStyle: "long", timeZone: "UTC" } : { dateStyle: "long", timeStyle: "short" },
  ).format(date);
}

/** The last name in a path: `items.0.title` is about a `title`, `tagids.3` about `tagids`. */
function nameIn(path: string): string {
  return path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path;
}

/** `unit_price` and `unitPrice` become "Unit price". */
function readable(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

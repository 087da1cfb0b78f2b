import { singleMistake, type ApiError, type IssueCode } from "../errors/api-error.js";
import { suggestion } from "../errors/nearest.js";
import { quoteName } from "../model/names.js";

/** The decoded values of a query string, by parameter. A parameter that is not repeatable has one value. */
export type Parameters<N extends string> = Partial<Readonly<Record<N, readonly string[]>>>;

/** The parameters whose values may hold a `&`, which must be encoded there. */
const HOLD_AMPERSANDS = new Set(["where", "select", "having"]);

/**
 * Parses a query string. Express's parser is not used: it turns some parameters into objects and lists, and ignores
 * parameters beyond its limits.
 * @param url The URL, or its part from the path on.
 * @param names The parameters. Their names are case-sensitive.
 * @param repeatable The parameters that may be given more than once.
 * @throws {ApiError} `invalid-query` for the first parameter that is unknown, empty, repeated or not encoded as it
 * should be.
 */
export function parseParameters<N extends string>(
  url: string,
  names: readonly N[],
  repeatable: readonly N[] = [],
): Parameters<N> {
  const found: Partial<Record<N, string[]>> = {};
  let before = "";
  for (const { name: encoded, value } of splitQuery(url)) {
    const name = decodeParameter(encoded) ?? encoded;
    if (!isOneOf(name, names)) throw unknown(name, names, before);
    const decoded = decodeParameter(value);
    if (decoded === undefined)
      throw invalidQuery(name, "malformed", `"${name}" is not percent-encoded UTF-8. A "%" itself is "%25".`);
    if (decoded === "")
      throw invalidQuery(name, "required", `"${name}" has no value: leave it out, or give one.`);
    const values = (found[name] ??= []);
    if (values.length > 0 && !repeatable.includes(name))
      throw invalidQuery(name, "duplicate", `"${name}" is given more than once.`);
    values.push(decoded);
    before = name;
  }
  return found;
}

/** The parameters of a URL as they are sent. Empty ones between two `&` are left out. */
export function splitQuery(url: string): readonly Parameter[] {
  const start = url.indexOf("?");
  if (start === -1) return [];
  return url
    .slice(start + 1)
    .split("&")
    .filter((text) => text !== "")
    .map((text) => {
      const end = text.indexOf("=");
      return end === -1
        ? { text, name: text, value: "" }
        : { text, name: text.slice(0, end), value: text.slice(end + 1) };
    });
}

interface Parameter {
  /** The whole parameter. */
  readonly text: string;
  readonly name: string;
  readonly value: string;
}

/** `undefined` if it is not percent-encoded UTF-8. */
export function decodeParameter(text: string): string | undefined {
  if (!/[^!-$&-*,-~]/.test(text)) return text;
  try {
    return decodeURIComponent(encodeBytes(text.replaceAll("+", " ")));
  } catch {
    return undefined;
  }
}

/** Node.js reads each byte of a URL that is not ASCII as a character. */
export function encodeBytes(text: string): string {
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function isOneOf<N extends string>(name: string, names: readonly N[]): name is N {
  return (names as readonly string[]).includes(name);
}

/** The names in other APIs: Data API builder, OData, PostgREST, Remult, JSON:API and common usage. */
const ELSEWHERE: readonly (readonly [own: string, others: string])[] = [
  ["take", "limit size pagesize per_page perpage page[size] page[limit] $top $first top first"],
  ["skip", "offset page pagenumber page[number] page[offset] $skip start"],
  ["after", "cursor $after page[after] $skiptoken continuation"],
  ["orderBy", "sort sortby sort_by order order_by $orderby _sort"],
  ["where", "filter q query $filter search s"],
  ["select", "fields columns attributes include expand embed join with populate $select $expand"],
  ["count", "total $count withcount"],
];

/** The parameter of this endpoint for what another API calls `name`. */
function ownFor(name: string, names: readonly string[]): string {
  const lowerCase = name.toLowerCase();
  const own = ELSEWHERE.find(([, others]) => others.split(" ").includes(lowerCase))?.[0];
  if (own === undefined || !names.includes(own)) return "";
  return own === "skip" && lowerCase.startsWith("page") ? ' Use "skip" and "take".' : ` Use "${own}".`;
}

function unknown(name: string, names: readonly string[], before: string): ApiError {
  const hint = ownFor(name, names) || suggestion(name, names);
  const rest = HOLD_AMPERSANDS.has(before)
    ? `${hint} If it belongs to "${before}", encode the "&" before it as "%26".`
    : hint || ` ${listOf(names)}`;
  return invalidQuery(name.slice(0, 64), "unknown-parameter", `Unknown parameter ${quoteName(name)}.${rest}`);
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "This endpoint takes none." : `This endpoint takes ${names.join(", ")}.`;
}

export function invalidQuery(path: string, code: IssueCode, message: string): ApiError {
  return singleMistake("invalid-query", code, message, { path });
}

import { MAX_NESTED_TAKE } from "../model/settings/server-settings.js";
import type { ApiError, IssueCode } from "../errors/api-error.js";
import { quoteName } from "../model/names.js";
import { checkPageNumber, type ReadLimits } from "./page-numbers.js";
import { parseOrderValue } from "./parse-order.js";
import { listOptions, MAX_SELECT_DEPTH, parseSelect } from "./parse-select.js";
import { parseWhereValue } from "./parse-where-value.js";
import type { ListRequest, SelectItem } from "./read-request.js";
import { invalidSelect, UniqueSelectItems } from "./unique-select-items.js";

const COUNT = /^count\(\s*([^\s()]+)\s*\)$/;

/**
 * Parses the `select` of a JSON object: the text, or an object such as `{ id: true, author: { username: true },
 * comments: { select: { text: true }, take: 3 }, "count(comments)": true }`. A member that is `false` is left out.
 * @param path The path in the body, for messages.
 * @throws {ApiError} `invalid-select`, or the error of an option of a list.
 */
export function parseSelectValue(
  value: unknown,
  limits?: ReadLimits,
  path = "select",
  depth = 0,
): readonly SelectItem[] {
  if (typeof value === "string") return parseSelect(value, limits, path);
  if (!isObject(value)) throw invalid("wrong-type", `"${path}" must be a text or an object.`, path);
  const selected = new UniqueSelectItems();
  for (const [name, of] of Object.entries(value)) {
    if (of === undefined) continue;
    const at = `${path}.${name.slice(0, 64)}`;
    if (of !== false) selected.add(parseMember(name, of, limits, at, depth));
    else if (value["*"] === true)
      throw invalid(
        "no-effect",
        `"${at}" is false, but "*" selects all fields: name the others instead.`,
        at,
      );
  }
  if (selected.items.length === 0) throw invalid("too-short", `"${path}" selects nothing.`, path);
  return selected.items;
}

function parseMember(
  name: string,
  of: unknown,
  limits: ReadLimits | undefined,
  path: string,
  depth: number,
): SelectItem {
  const place = { path };
  const counted = COUNT.exec(name)?.[1];
  if (of === true) {
    if (name === "*") return { kind: "all", place };
    return counted === undefined
      ? { kind: "member", name, of: undefined, place }
      : { kind: "count", name: counted, place };
  }
  if (name === "*" || counted !== undefined)
    throw invalid("wrong-type", `"${path}" must be true or false.`, path);
  if (!isObject(of))
    throw invalid("wrong-type", `"${path}" must be true, false or an object${hint(name)}.`, path);
  if (depth === MAX_SELECT_DEPTH)
    throw invalid("too-deep", `Relations may be at most ${MAX_SELECT_DEPTH} deep.`, path);
  return { kind: "member", name, of: parseList(of, limits, path, depth + 1), place };
}

function hint(name: string): string {
  if (!isOption(name)) return "";
  return `. An option of a list stands beside "select", and the members in it: { "select": { … }, ${quoteName(name)}: … }`;
}

/** An object of options and nothing else. Any other object selects members. */
function parseList(
  value: Readonly<Record<string, unknown>>,
  limits: ReadLimits | undefined,
  path: string,
  depth: number,
): ListRequest {
  const given = Object.entries(value).filter(([, each]) => each !== undefined);
  const isOptions = given.every(([name, each]) => isOption(name) && typeof each !== "boolean");
  if (!isOptions) return { select: parseSelectValue(value, limits, path, depth) };
  const { select, where, orderBy, take, skip } = value;
  const at = (option: string) => `${path}.${option}`;
  return {
    ...(select !== undefined && { select: parseSelectValue(select, limits, at("select"), depth) }),
    ...(where !== undefined && { where: parseWhereValue(where, limits, at("where")) }),
    ...(orderBy !== undefined && { orderBy: parseOrderValue(orderBy, { path: at("orderBy") }) }),
    ...(take !== undefined && {
      take: checkPageNumber(take, MAX_NESTED_TAKE, at("take"), { path: at("take") }),
    }),
    ...(skip !== undefined && {
      skip: checkPageNumber(skip, limits?.maxSkip, at("skip"), { path: at("skip") }),
    }),
  };
}

function isOption(name: string): boolean {
  return name === "select" || (listOptions as readonly string[]).includes(name);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(code: IssueCode, message: string, path: string): ApiError {
  return invalidSelect(code, message, { path });
}

import type { Request } from "express";
import type { Condition } from "../../condition/nodes.js";
import { parseWhereObject } from "../../condition/parse-where-object.js";
import { singleMistake, ApiError } from "../../errors/api-error.js";
import { suggestion } from "../../errors/nearest.js";
import { COUNT, prefers } from "../../http/headers/parse-prefer.js";
import { readJsonObject } from "../../http/bodies/read-body.js";
import type { Entity } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import { cachedSelect } from "../../read/cached-select.js";
import { checkPageNumber, parsePageText } from "../../read/page-numbers.js";
import { parseOrder, parseOrderValue } from "../../read/parse-order.js";
import { allOf, checkTerms, parseWhereValue } from "../../read/parse-where-value.js";
import type { ReadRequest } from "../../read/read-request.js";
import { parseSelectValue } from "../../read/select-object.js";
import { invalidQuery, parseParameters } from "../../http/parse-parameters.js";
import { acceptedFormat } from "./stream-format.js";
import { parseJsonText } from "../../http/bodies/parse-json.js";

const names = ["where", "select", "orderBy", "take", "skip", "after", "count"] as const;

export type ReadHttpRequest = Pick<Request, "url" | "headers"> & Partial<Pick<Request, "res">>;

/** Parses the query string of a request that reads a page. @throws {ApiError} 400 with the first mistake. */
export function parseRead(req: ReadHttpRequest, entity: Entity): ReadRequest {
  const { limits } = entity;
  const { where, select, orderBy, take, skip, after, count } = parseParameters(req.url, names, ["where"]);
  return checked(
    {
      where: parseConditions(where, limits, "where"),
      select: select?.[0] === undefined ? undefined : parseMembers(select[0], entity),
      orderBy:
        orderBy?.[0] === undefined ? undefined : parseOrder(orderBy[0], { path: "orderBy", position: 0 }),
      ...pageOrStream(
        req,
        limits,
        (maxTake) => (take?.[0] === undefined ? undefined : toNumber(take[0], maxTake, "take")),
        parseCounted(count, req),
        count !== undefined,
      ),
      skip: skip?.[0] === undefined ? undefined : toNumber(skip[0], limits.maxSkip, "skip"),
      after: after?.[0],
    },
    limits,
  );
}

/** Parses the query string of a request that follows changes. @throws {ApiError} 400 with the first mistake. */
export function parseFollow(req: ReadHttpRequest, entity: Entity): Pick<ReadRequest, "where" | "select"> {
  const { where, select } = parseParameters(req.url, ["where", "select"], ["where"]);
  return checked(
    {
      where: parseConditions(where, entity.limits, "where"),
      select: select?.[0] === undefined ? undefined : parseMembers(select[0], entity),
    },
    entity.limits,
  );
}

/** Parses the query string of a request that reads one record. @throws {ApiError} 400 with the first mistake. */
export function parseSelection(req: ReadHttpRequest, entity: Entity): Pick<ReadRequest, "select"> {
  const [select] = parseParameters(req.url, ["select"]).select ?? [];
  return select === undefined ? {} : checked({ select: parseMembers(select, entity) }, entity.limits);
}

/**
 * Parses the selection of one record in a body: the text, or an object.
 * @throws {ApiError} `invalid-select`, or the error of an option of a list.
 */
export function parseSelected(value: unknown, limits: Entity["limits"]): Pick<ReadRequest, "select"> {
  return checked({ select: parseSelectValue(value, limits) }, limits);
}

/**
 * The condition that all values of a parameter must hold. They are texts, or JSON objects.
 * @throws {ApiError} `invalid-condition`
 */
export function parseConditions(
  texts: readonly string[] | undefined,
  limits: Entity["limits"],
  name: "where" | "having",
): Condition | undefined {
  return (
    texts &&
    allOf(
      texts.map((text) => {
        const object = text.length > limits.maxConditionLength ? undefined : parseJsonParameter(text, limits);
        return parseWhereObject(object ?? text, limits, name);
      }),
    )
  );
}

function parseMembers(text: string, entity: Entity): ReadRequest["select"] {
  const { limits } = entity;
  return cachedSelect(text, entity, () => parseSelectValue(parseJsonParameter(text, limits) ?? text, limits));
}

/** Parses a JSON body that requests a page. @throws {ApiError} 400 with the first mistake, 413 or 415. */
export async function parseReadBody(req: Request, { limits }: Entity): Promise<ReadRequest> {
  parseParameters(req.url, []);
  const body = await readJsonObject(req, limits);
  checkMembers(body);
  const { where, select, orderBy, take, skip, after, count } = body;
  const place = (path: string) => ({ path });
  return checked(
    {
      where: where === undefined ? undefined : parseWhereValue(where, limits, "where"),
      select: select === undefined ? undefined : parseSelectValue(select, limits),
      orderBy: orderBy === undefined ? undefined : parseOrderValue(orderBy, place("orderBy")),
      ...pageOrStream(
        req,
        limits,
        (maxTake) => (take === undefined ? undefined : checkPageNumber(take, maxTake, "take", place("take"))),
        count === undefined ? prefers(COUNT, req) : checkBoolean(count),
        count !== undefined,
      ),
      skip: skip === undefined ? undefined : checkPageNumber(skip, limits.maxSkip, "skip", place("skip")),
      after: after === undefined ? undefined : checkText(after),
    },
    limits,
  );
}

/**
 * The requested number of records: a page, or a stream of all.
 * @param isCountAsked Whether a parameter requests the count. A preference for it may be ignored.
 */
function pageOrStream(
  req: ReadHttpRequest,
  limits: Entity["limits"],
  parseTake: (max: number) => number | undefined,
  isCounted: boolean,
  isCountAsked: boolean,
): Pick<ReadRequest, "take" | "isCounted" | "stream"> {
  const format = acceptedFormat(req);
  if (format === undefined) return { take: parseTake(limits.maxTake) ?? limits.defaultTake, isCounted };
  if (isCounted && isCountAsked)
    throw invalidQuery("count", "no-effect", 'A stream has no count: leave out "count", or ask for JSON.');
  const gone = new AbortController();
  if (req.res?.closed === true) gone.abort();
  req.res?.once("close", () => gone.abort());
  const stream = { signal: gone.signal, isFlat: format.kind === "csv" };
  return { take: parseTake(Number.MAX_SAFE_INTEGER), isCounted: false, stream };
}

function checked<R extends ReadRequest>(request: R, limits: Entity["limits"]): R {
  if (request.after !== undefined && request.skip !== undefined) {
    const message = '"skip" cannot be given with "after", which says where the page begins.';
    throw singleMistake("invalid-page", "no-effect", message, { path: "skip" });
  }
  checkTerms(request, limits);
  return request;
}

/** Whether to count all matches: as the parameter says, else as `Prefer` does. */
export function parseCounted(count: readonly string[] | undefined, req: ReadHttpRequest): boolean {
  return count?.[0] === undefined ? prefers(COUNT, req) : checkBoolean(booleans.get(count[0]));
}

/** A number of records in a query string. @throws {ApiError} `invalid-page` */
export function toNumber(text: string, max: number, path: string): number {
  return parsePageText(text, max, path, { path });
}

const booleans = new Map([
  ["true", true],
  ["false", false],
]);

function checkBoolean(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw invalidQuery("count", "wrong-type", '"count" must be true or false.');
}

function checkText(value: unknown): string {
  if (typeof value === "string") return value;
  throw invalidQuery("after", "wrong-type", '"after" must be a text: the "next" of a page.');
}

function checkMembers(body: object): asserts body is Partial<Record<(typeof names)[number], unknown>> {
  for (const name of Object.keys(body)) {
    if ((names as readonly string[]).includes(name)) continue;
    const message = `Unknown member ${quoteName(name)}.${suggestion(name, names) || ` There are ${names.join(", ")}.`}`;
    throw invalidQuery(name.slice(0, 64), "unknown-member", message);
  }
}

/**
 * Parses a parameter that is a JSON object, as clients that build objects send it. No condition and no selection
 * begins with a brace.
 * @returns The object. `undefined` for any other text, which is then in the parameter's own language.
 */
function parseJsonParameter(text: string, limits: Entity["limits"]): object | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return parseJsonText(text, limits) as object;
  } catch (error) {
    // The parser of the parameter's own syntax reports the position of a mistake.
    if (error instanceof ApiError && error.cause !== undefined) return undefined;
    const { maxJsonDepth, maxJsonKeys } = limits;
    const message = `An object in JSON may be nested at most ${maxJsonDepth} levels deep and have at most ${maxJsonKeys} keys.`;
    throw new ApiError("invalid-query", message, { cause: error });
  }
}

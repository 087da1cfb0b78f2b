import { isDeepStrictEqual } from "node:util";
import type { Reply } from "../conformance/http-client.js";
import type { TestServer } from "../conformance/start-server.js";
import type { Operation, Parameter } from "./openapi-document.js";
import { headersOf, urlOf, type PlannedBody, type PlannedRequest } from "./planned-request.js";
import type { Prepared } from "./worlds.js";

/** Sends a planned request with real keys, values and tokens. */
export type Ask = (operation: Operation, request: PlannedRequest, method?: string) => Promise<Reply>;

/** Path parameters that are not keys. */
const WORDS = ["access", "orderBy", "skip", "take", "condition"];

export function createAsk(server: TestServer, { keys, keyNames, token, members }: Prepared): Ask {
  const tokens = new Map<string, Promise<string>>();
  const left = new Map(Object.entries(keys).map(([name, some]) => [name, [...some]]));
  /** The key of an existing record. A delete uses up the last key. */
  const keyFor = ({ path, method }: Operation): readonly string[] => {
    const all = left.get(path.split("/")[3] ?? "") ?? [];
    const [first = []] = all;
    return method === "delete" && all.length > 6 ? (all.pop() ?? first) : first;
  };
  const tokenFor = (operation: Operation): Promise<string> => {
    if (token === undefined) return Promise.resolve("Bearer none");
    if (operation.path.startsWith("/api/auth")) return token(operation);
    let known = tokens.get("all");
    if (known === undefined) tokens.set("all", (known = token(operation)));
    return known;
  };
  return async (operation, request, method = operation.method) => {
    const key = keyFor(operation);
    const names = keyNames?.[operation.path.split("/")[3] ?? ""] ?? ["id"];
    const values =
      request.keepsPath === true
        ? request.values
        : withCondition(operation, withKey(operation, request, key), names, key);
    const { body } = request;
    const isChangeOfList = method === "patch" && isList(body);
    const real =
      body === undefined ? {} : isChangeOfList ? keyRecord(names, key) : await members?.(operation);
    return server.request(method.toUpperCase(), urlOf(operation, values, request.query), {
      headers: {
        ...headersOf(values),
        ...(body?.type !== undefined && { "Content-Type": body.type }),
        ...(request.token === "valid" && { Authorization: await tokenFor(operation) }),
        ...(request.token === "bad" && { Authorization: "Bearer not.a.token" }),
        ...request.headers,
      },
      body: body === undefined ? undefined : textOf(body, real ?? {}),
    });
  };
}

/** The values, with the key of an existing record. */
function withKey(
  { path, parameters }: Operation,
  { values }: PlannedRequest,
  key: readonly string[],
): ReadonlyMap<Parameter, unknown> {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const ofKey = names.slice(names.length - key.length);
  if (key.length === 0 || !path.endsWith("}") || names.some((name) => WORDS.slice(1).includes(name)))
    return values;
  const real = new Map(values);
  for (const parameter of parameters) {
    const index = parameter.in === "path" ? ofKey.indexOf(parameter.name) : -1;
    if (index !== -1) real.set(parameter, key[index]);
  }
  return real;
}

/** Replaces a write's example condition by one for a single record: the example could match all records. */
function withCondition(
  { method, parameters }: Operation,
  values: ReadonlyMap<Parameter, unknown>,
  names: readonly string[],
  key: readonly string[],
): ReadonlyMap<Parameter, unknown> {
  const where = parameters.find(({ name, in: place }) => name === "where" && place === "query");
  if (where === undefined || key.length === 0 || !["patch", "delete"].includes(method)) return values;
  if (!isDeepStrictEqual(values.get(where), where.examples[0])) return values;
  const condition = names.map((name, index) => `${name}=${JSON.stringify(key[index])}`).join("&");
  return new Map([...values, [where, [condition]]]);
}

function isList(body: PlannedBody | undefined): boolean {
  return typeof body?.content === "object" && Array.isArray(body.content.json);
}

/** The members of a key, for JSON. */
function keyRecord(names: readonly string[], key: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.map((name, index) => [name, /^\d+$/.test(key[index] ?? "") ? Number(key[index]) : key[index]]),
  );
}

function textOf({ content, kept }: PlannedBody, real: Readonly<Record<string, unknown>>): string {
  if (typeof content === "string") return content;
  const { json } = content;
  if (kept === "all" || typeof json !== "object" || json === null) return JSON.stringify(json);
  const filled = Object.fromEntries(Object.entries(real).filter(([name]) => !kept.includes(name)));
  return JSON.stringify(
    Array.isArray(json) ? json.map((item: object) => ({ ...item, ...filled })) : { ...json, ...filled },
  );
}

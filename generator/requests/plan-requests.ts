import { AUTH_PREFIX } from "../../runtime/http/endpoint.js";
import type { Entity, Model } from "../../runtime/model/model.js";
import { usersEntity } from "../../runtime/model/users-entity.js";
import { openapiDocument } from "../../runtime/surfaces/openapi/openapi-document.js";
import type { Parameter } from "../../runtime/surfaces/openapi/openapi-types.js";
import { documentOperations, type DocumentOperation } from "./document-operations.js";
import {
  bodyText,
  fillBody,
  keyOfCreated,
  keyVariable,
  pathText,
  rolesFor,
  type Body,
  type Examples,
} from "./fill-body.js";
import { UNIQUE, type PlannedRequest, type RequestPart, type RequestPlan } from "./planned-request.js";

/** Where `data-api start` listens. */
const LOCAL = "http://localhost:1337";

/**
 * Plans one request for each operation of the OpenAPI document, in an order in which they can be sent: a user and a
 * log-in, then records after those that they refer to, and deletes at the end.
 * @param url The server. Default: that of the configuration, else this machine.
 */
export function planRequests(model: Model, url?: string): RequestPlan {
  const document = openapiDocument(model, { isComplete: true });
  const entities = orderEntities(model);
  // Ids of sessions are only known when the requests run.
  const operations = documentOperations(document, model).filter(
    ({ path }) => !(path.startsWith(AUTH_PREFIX) && path.includes("{")),
  );
  const creates = new Map(
    operations.flatMap((each): [Entity, Body][] =>
      each.endpoint?.name === "create" ? [[each.endpoint.entity, each.body as Body]] : [],
    ),
  );
  const examples = { model, entities, creates };
  const requests = operations
    .map((operation) => ({ turn: turnOf(operation, entities), request: plan(operation, examples) }))
    .sort((a, b) => compareTurns(a.turn, b.turn))
    .map(({ request }) => request);
  const logIn = operations.find(({ name }) => name === "logIn")?.body as Body | undefined;
  const change = operations.find(({ name }) => name === "changePassword")?.body as Body | undefined;
  const needsToken = operations.some((operation) => operation.needsToken);
  const server = document.servers[0]?.url ?? "";
  return {
    title: document.info.title,
    variables: {
      host: (url ?? (URL.canParse(server) ? server : LOCAL)).replace(/\/+$/, ""),
      ...(logIn === undefined
        ? needsToken && { token: "" }
        : {
            username: textOf(logIn["username"]),
            password: textOf(logIn["password"]),
            newPassword: textOf(change?.["newPassword"]),
          }),
    },
    requests: withLogInAgain(requests),
  };
}

/** A log-out and a new password end all tokens, so the last deletes need another log-in. */
function withLogInAgain(requests: readonly PlannedRequest[]): readonly PlannedRequest[] {
  const logIn = requests.find(({ name }) => name === "logIn");
  const logOut = requests.findIndex(({ name }) => name === "logOut");
  if (logIn === undefined || logOut < 0) return requests;
  const again: PlannedRequest = {
    ...logIn,
    name: "logInAgain",
    summary: "Log in with the new password",
    body: logIn.body?.replace("{{password}}", "{{newPassword}}"),
    stores: "token" in logIn.stores ? { lastToken: "token" } : {},
  };
  return [
    ...requests.slice(0, logOut + 1),
    again,
    ...requests.slice(logOut + 1).map((request) => ({ ...request, token: request.token && "lastToken" })),
  ];
}

type Turn = readonly [phase: number, place: number, step: number];

/** The place in the order: log-in, the entities, deletes in reverse, the end of tokens, and users last. */
function turnOf(operation: DocumentOperation, entities: readonly Entity[]): Turn {
  const { name, endpoint } = operation;
  if (endpoint === undefined) {
    const phase = ["", "logIn", "refresh", "", "", "changePassword", "logOut"].indexOf(name);
    return [phase === -1 && operation.path.startsWith(AUTH_PREFIX) ? 2 : phase, 0, 0];
  }
  const { entity, kind } = endpoint;
  const place = entities.indexOf(entity);
  if (endpoint.name === "deleteMany") return [4, -place, 1];
  if (kind === "delete") return entity.users === undefined ? [4, -place, 0] : [7, 0, 0];
  if (endpoint.name === "create" && entity.users !== undefined) return [0, 0, 0];
  return [3, place, endpoint.name === "upsert" ? 3 : ["create", "read", "update"].indexOf(kind)];
}

function compareTurns(a: Turn, b: Turn): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function plan(operation: DocumentOperation, examples: Examples): PlannedRequest {
  const { name, summary, endpoint, method, parameters, needsToken, path } = operation;
  // Tools keep cookies themselves. Their requests come from no page.
  const isByCookie = examples.model.sessions?.isByCookie === true;
  return {
    name,
    summary,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
      pathText(pathValue(operation, parameter, examples)),
    ),
    query: parameters
      .filter((each) => each.in === "query")
      .flatMap((each) => queryPart(each, operation, examples)),
    headers: [
      ...parameters.filter((each) => each.in === "header").flatMap(headerPart),
      ...(operation.body === undefined ? [] : [{ name: "Content-Type", value: "application/json" }]),
      ...(isByCookie && method !== "get" ? [{ name: "Origin", value: "{{host}}" }] : []),
    ],
    body: operation.body === undefined ? undefined : bodyText(bodyOf(operation, examples)),
    token: needsToken && !isByCookie ? (name === "logOut" ? "changedToken" : "token") : undefined,
    stores: storesOf(operation, examples),
    roles: endpoint === undefined ? [] : rolesFor(endpoint.entity, endpoint.kind),
  };
}

function bodyOf({ endpoint, body, name }: DocumentOperation, examples: Examples): unknown {
  if (endpoint === undefined)
    return withCredentials(body as Body, name === "changePassword" ? "newPassword" : "password");
  const { entity } = endpoint;
  const filled = fillBody(entity, body as Body, examples);
  return entity.users === undefined ? filled : withCredentials(filled, "password");
}

/** The user that the variables name. */
function withCredentials(body: Body, confirmed: string): Body {
  const variables: Readonly<Record<string, string>> = {
    username: "username",
    password: "password",
    newPassword: "newPassword",
    confirmPassword: confirmed,
    refreshToken: "refreshToken",
  };
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      variables[key] === undefined ? value : `{{${variables[key]}}}`,
    ]),
  );
}

function pathValue({ endpoint, parameters }: DocumentOperation, name: string, examples: Examples): unknown {
  const entity = endpoint?.entity;
  // A caller who may read a record may read its key, but not every field in the document.
  if (name === "orderBy" && entity?.keys[0] !== undefined) return `~${entity.keys[0].name}`;
  const example = parameters.find((each) => each.in === "path" && each.name === name)?.example;
  const key = entity?.keys.find((each) => each.name === name);
  const made = entity && key && keyOfCreated(entity, key, example, examples);
  return made ?? example ?? "";
}

/** The condition of an example would exclude the records, and there is no page before the first. */
const LEFT_OUT = ["where", "having", "skip", "after", "count"];

function queryPart(
  { name, example }: Parameter,
  { endpoint }: DocumentOperation,
  examples: Examples,
): readonly RequestPart[] {
  if (name === "where" && (endpoint?.name === "updateMany" || endpoint?.name === "deleteMany")) {
    const { entity } = endpoint;
    // Only the record of the previous requests is written.
    const keys = entity.keys.map(
      (key) => `${key.name}="${textOf(keyOfCreated(entity, key, "", examples) ?? 1)}"`,
    );
    return [{ name, value: keys.join("&") }];
  }
  if (example === undefined || LEFT_OUT.includes(name)) return [];
  return [{ name, value: textOf(Array.isArray(example) ? example[0] : example) }];
}

function headerPart({ name, example }: Parameter): readonly RequestPart[] {
  if (name === "Idempotency-Key") return [{ name, value: UNIQUE }];
  return example === undefined ? [] : [{ name, value: textOf(example) }];
}

function storesOf({ name, endpoint }: DocumentOperation, { model, creates }: Examples) {
  const isByCookie = model.sessions?.isByCookie === true;
  if (name === "changePassword") return isByCookie ? {} : { changedToken: "token" };
  if (name === "logIn") {
    const users = usersEntity(model);
    const key = users?.keys[0];
    return {
      ...(!isByCookie && { token: "token" }),
      ...(model.sessions?.isByCookie === false && { refreshToken: "refreshToken" }),
      ...(users !== undefined && key !== undefined && { [keyVariable(users, key)]: "id" }),
    };
  }
  // A log-in returns the id of a user, which a guest who registers may not read.
  if (endpoint?.name !== "create" || endpoint.entity.users !== undefined) return {};
  const { entity } = endpoint;
  const given = creates.get(entity) ?? {};
  const made = entity.keys.filter(({ name: key }) => !Object.hasOwn(given, key));
  return Object.fromEntries(made.map((key) => [keyVariable(entity, key), key.name]));
}

function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Sorts the entities after those that their records refer to. In a circle, the order of the configuration applies.
 */
function orderEntities({ entities, entitiesByName }: Model): readonly Entity[] {
  const ordered = new Set<Entity>();
  const entered = new Set<Entity>();

  function add(entity: Entity): void {
    if (entered.has(entity)) return;
    entered.add(entity);
    for (const { targetEntityName } of entity.foreignKeys) {
      const target = entitiesByName.get(targetEntityName.toLowerCase());
      if (target !== undefined) add(target);
    }
    ordered.add(entity);
  }

  // Users own the records of other entities.
  entities.filter(({ users }) => users !== undefined).forEach(add);
  entities.forEach(add);
  return [...ordered];
}

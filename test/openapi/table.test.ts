import { describe, expect, test, vi } from "vitest";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import type { Entity, Model } from "../../runtime/model/model.js";
import {
  endpointsOf,
  idParams,
  neededOperations,
  endpointPath,
} from "../../runtime/surfaces/endpoints/endpoints.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { startServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { createAsk } from "./ask-server.js";
import { configurations } from "./configurations.js";
import { documentOf } from "./document-of.js";
import { operationsOf, type Operation } from "./openapi-document.js";
import { planValidRequests } from "./plan-requests.js";
import { createSchemaCheck } from "./schema-check.js";
import { servedDocument } from "./served-document.js";
import { worlds } from "./worlds.js";

vi.setConfig({ testTimeout: 120_000 });

// The document has exactly the server's endpoints: it is compared with the table of endpoints and with answers.

useCheapHashes();
/** The path of streams, which are described once for all entities. */
const STREAMS = "/api/data/{entity}";
/** The end of the paths at which changes are followed, which only some entities have. */
const CHANGES = "/changes";
const METHODS = ["get", "post", "put", "patch", "delete"];

describe("the paths of records equal those in the table of endpoints", () => {
  test.each(configurations)(
    "the paths of records in the OpenAPI document equal those in the table of endpoints: $name",
    ({ config }) => {
      const inDocument = operationsOf(documentOf(config))
        .filter(({ path }) => path.startsWith("/api/data/") && path !== STREAMS && !path.endsWith(CHANGES))
        .map(({ method, path }) => `${method} ${shapeOf(path)}`);
      expect(inDocument.sort()).toEqual(tableOf(resolveModel(config)).toSorted());
    },
  );
});

/** The methods and paths of a configuration, without the operations that no role may do. */
function tableOf(model: Model): readonly string[] {
  return model.entities.flatMap((entity) => {
    const key = idParams(entity).map((_, index) => `key${index}`);
    return endpointsOf(entity, model.endpoints)
      .filter((endpoint) => areDone(model, entity, neededOperations(endpoint)))
      .flatMap((endpoint) =>
        endpoint.methods.map((method) => {
          const below = endpointPath(endpoint, key).replaceAll(/:\w+/g, "{}");
          return `${method} /api/data/${entity.name}${below === "/" ? "" : below}`;
        }),
      );
  });
}

/** Without `auth`, all callers are guests. */
function areDone(
  { auth }: Model,
  { policy }: Entity,
  operations: readonly (keyof Entity["policy"])[],
): boolean {
  return operations.every((operation) => {
    const roles = policy[operation].map((entry) => (typeof entry === "string" ? entry : entry.role));
    return auth === undefined ? roles.includes("guest") : roles.length > 0;
  });
}

/** A path without the names of its parameters. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

describe("a server answers exactly the methods of the document", () => {
  test.each(worlds)(
    "a server answers exactly the methods of its OpenAPI document: $name",
    async ({ config, statements, prepare }) => {
      const server = await startServer("dynamic", sqlite, config, statements);
      const ask = createAsk(server, await prepare(server));
      const document = await servedDocument(server);
      const check = createSchemaCheck(document);
      const operations = operationsOf(document);
      const model = resolveModel(server.config);
      const mistakes: string[] = [];
      for (const path of new Set(operations.map((operation) => operation.path))) {
        if (path === STREAMS) continue;
        const there = operations.filter((operation) => operation.path === path);
        const [first] = there as [Operation];
        const [base] = planValidRequests({ document, check, seed: 1, runs: 0 }, first);
        if (base === undefined) continue;
        for (const method of METHODS) {
          const isListed = there.some((operation) => operation.method === method);
          const reply = await ask(first, { ...base, body: undefined }, method);
          const { status } = reply;
          const isThere = status !== 405 && !/"code":"unknown-(?:path|entity)"/.test(reply.text);
          if (isThere === isListed || isOtherwiseThere(model, operations, path, method)) continue;
          mistakes.push(`${method} ${path}: ${status}, and ${isListed ? "" : "not "}in the document`);
        }
      }
      expect(mistakes).toEqual([]);
      expect(operations.length).toBeGreaterThan(3);
    },
  );
});

/**
 * Whether an undocumented method has an answer for another reason: the path matches another operation's (`aggregate`
 * could be the key of a record), or no role may do the operation (401 or 403).
 */
function isOtherwiseThere(
  model: Model,
  operations: readonly Operation[],
  path: string,
  method: string,
): boolean {
  const isMatch = (operation: Operation) =>
    operation.method === method &&
    new RegExp(`^${operation.path.replaceAll(/\{[^}]*\}/g, "[^/]+")}$`).test(path);
  if (operations.some((operation) => operation.path !== path && isMatch(operation))) return true;
  const entity = model.entitiesByName.get((path.split("/")[3] ?? "").toLowerCase());
  if (entity === undefined) return false;
  return endpointsOf(entity, model.endpoints).some(
    (endpoint) =>
      (endpoint.methods as readonly string[]).includes(method) &&
      !areDone(model, entity, neededOperations(endpoint)),
  );
}

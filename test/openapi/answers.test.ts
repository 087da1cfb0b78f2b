import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import type { Reply } from "../conformance/http-client.js";
import { takeLog } from "../conformance/reports.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { modes, sqlite } from "../conformance/targets.js";
import { SEED } from "../fuzz/settings.js";
import { createAsk, type Ask } from "./ask-server.js";
import { mistakesOfAnswer, mistakesOfHead } from "./hold-answer.js";
import { operationsOf, type Json, type OpenapiJson, type Operation } from "./openapi-document.js";
import { schemaOfOne } from "./plan-lists.js";
import { planInvalidRequests, planValidRequests, type Source } from "./plan-requests.js";
import { jsonMedia, type Expectation, type PlannedRequest } from "./planned-request.js";
import { createSchemaCheck } from "./schema-check.js";
import { merged } from "./schema-values.js";
import { servedDocument } from "./served-document.js";
import { worlds, type World } from "./worlds.js";
import { runs } from "../runs.js";

vi.setConfig({ testTimeout: 300_000 });

// Valid and invalid requests are generated from the document alone, and every answer is checked against it.

useCheapHashes();
/** The number of random requests for each operation. */
const RUNS = runs(2);

for (const mode of modes) {
  for (const world of worlds) {
    describe(`${world.name}, ${mode}`, () => {
      holdServer(world, mode);
    });
  }
}

/** A document with the requests that are generated from it. */
interface Plan extends Source {
  readonly operations: readonly Operation[];
  readonly valid: readonly (readonly [Operation, PlannedRequest])[];
  readonly invalid: readonly (readonly [Operation, PlannedRequest])[];
}

const plans = new Map<string, Plan>();

/** Cached by document: both modes have the same document, so the same requests. */
function planOf(document: OpenapiJson): Plan {
  const text = JSON.stringify(document);
  const known = plans.get(text);
  if (known !== undefined) return known;
  const source = { document, check: createSchemaCheck(document), seed: SEED, runs: RUNS };
  const operations = operationsOf(document);
  const each = (plan: typeof planValidRequests) =>
    operations.flatMap((operation) =>
      plan(source, operation).map((request) => [operation, request] as const),
    );
  const made = { ...source, operations, valid: each(planValidRequests), invalid: each(planInvalidRequests) };
  plans.set(text, made);
  return made;
}

function holdServer(world: World, mode: (typeof modes)[number]): void {
  let server: TestServer;
  let plan: Plan;
  let ask: Ask;
  const seen = new Map<string, Set<number>>();
  beforeAll(async () => {
    server = await startServer(mode, sqlite, world.config, world.statements);
    const prepared = await world.prepare(server);
    ask = createAsk(server, prepared);
    plan = planOf(await servedDocument(server));
  });
  afterAll(() => server.stop());

  const holdAll = async (requests: Plan["valid"]) => {
    const mistakes: string[] = [];
    for (const [operation, request] of requests) {
      const reply = await ask(operation, request);
      const statuses = seen.get(operation.id) ?? new Set();
      seen.set(operation.id, statuses.add(reply.status));
      mistakes.push(...mistakesIn(plan, operation, request, reply));
    }
    expect(takeLog().filter(({ level }) => level === "error")).toEqual([]);
    expect(shortened(mistakes), `seed ${SEED}`).toEqual([]);
  };

  it("the server answers valid requests as its OpenAPI document says", () => holdAll(plan.valid));
  it("the server rejects invalid requests as its OpenAPI document says", () => holdAll(plan.invalid));

  it("the server answers HEAD and conditional requests as its OpenAPI document says for GET", async () => {
    const mistakes: string[] = [];
    for (const operation of plan.operations.filter(({ method }) => method === "get")) {
      const [, base] = plan.valid.find(([planned]) => planned === operation) ?? [];
      if (base === undefined) continue;
      const got = await ask(operation, base);
      const head = await ask(operation, base, "head");
      const title = `HEAD of ${operation.id}`;
      if (head.status !== got.status) mistakes.push(`${title}: ${head.status}, and GET ${got.status}`);
      mistakes.push(...mistakesOfHead(operation, head, plan.check).map((mistake) => `${title}: ${mistake}`));
      const { etag } = got.headers;
      if (etag === undefined) continue;
      for (const [name, status] of [
        ["If-None-Match", 304],
        ["If-Match", 200],
      ] as const) {
        const request = { ...base, title: name, headers: { [name]: etag }, expected: [status] };
        mistakes.push(...mistakesIn(plan, operation, request, await ask(operation, request)));
      }
    }
    expect(shortened(mistakes)).toEqual([]);
  });

  it("each operation of the OpenAPI document has succeeded at least once", () => {
    const undone = plan.operations.filter(
      ({ id }) => ![...(seen.get(id) ?? [])].some((status) => status < 300),
    );
    expect(undone.map(({ id, method, path }) => `${id}: ${method} ${path}`)).toEqual([]);
    expect(plan.operations.length).toBeGreaterThan(3);
  });
}

function mistakesIn(
  { check, document }: Source,
  operation: Operation,
  { title, expected, body }: PlannedRequest,
  reply: Reply,
): readonly string[] {
  const mistakes = [
    ...mistakesOfAnswer(operation, reply, check),
    ...(isExpected(reply, expected, operation, document) ? [] : [`the status is not ${String(expected)}`]),
  ];
  if (mistakes.length === 0) return [];
  const sent = JSON.stringify(body?.content ?? "").slice(0, 200);
  const answer = `${reply.status} ${reply.text.slice(0, 300)}`;
  return [
    `${operation.id}, ${title}: ${mistakes.slice(0, 5).join("; ")}\n    sent ${sent}\n    got ${answer}`,
  ];
}

function isExpected(
  reply: Reply,
  expected: Expectation,
  operation: Operation,
  document: OpenapiJson,
): boolean {
  const { status } = reply;
  switch (expected) {
    case "success":
      return status < 300;
    case "accepted":
      return status < 300 || status === 409 || isBeyondWords(reply, operation, document);
    case "refusal":
      return status >= 400 && status < 500;
    case "any":
      return status < 500;
    default:
      return expected.includes(status);
  }
}

/** Whether a body broke a limit that JSON Schema cannot express and the description states: "At least 0." */
function isBeyondWords({ status, json }: Reply, operation: Operation, document: OpenapiJson): boolean {
  const schema = jsonMedia(operation)?.schema;
  const { errors = [] } = json as { readonly errors?: readonly { readonly path: string }[] };
  if (status !== 400 || schema === undefined || errors.length === 0) return false;
  const { node } = schemaOfOne(document, schema);
  const properties = (merged(document, node)["properties"] ?? {}) as Readonly<Record<string, Json>>;
  return errors.every(({ path }) => {
    // Paths in an array begin with an index.
    const [name = ""] = path.replace(/^\d+\./, "").split(".");
    return /\bAt (?:least|most) \S/.test(JSON.stringify(properties[name] ?? {}));
  });
}

/** The first mistakes, and the number of the others. */
function shortened(mistakes: readonly string[]): readonly string[] {
  const MOST = 25;
  if (mistakes.length <= MOST) return mistakes;
  return [...mistakes.slice(0, MOST), `… and ${mistakes.length - MOST} more`];
}

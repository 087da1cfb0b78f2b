import { expect, test, vi } from "vitest";
import { field, openEntity } from "../conformance/fields.js";
import type { Reply } from "../conformance/http-client.js";
import { takeLog } from "../conformance/reports.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import { modes, sqlite } from "../conformance/targets.js";
import { createAsk } from "./ask-server.js";
import { mistakesOfAnswer } from "./hold-answer.js";
import { operationsOf, type Operation } from "./openapi-document.js";
import { planValidRequests, type Source } from "./plan-requests.js";
import type { PlannedRequest } from "./planned-request.js";
import { createSchemaCheck } from "./schema-check.js";
import { servedDocument } from "./served-document.js";
import { unlimited } from "./worlds.js";

vi.setConfig({ testTimeout: 120_000 });

// The answers to rate-limited requests, without a table, and to repeated keys are checked against the document.

const entities: TestConfig["entities"] = {
  note: openEntity({ title: field("string", { isRequired: true, isUnique: true }), views: field("int") }),
};

interface Contract {
  readonly server: TestServer;
  readonly operations: readonly Operation[];
  /** Sends the first valid request of the operation. */
  readonly ask: (operation: Operation, more?: Partial<PlannedRequest>) => Promise<Reply>;
  readonly mistakesOf: (operation: Operation, reply: Reply) => readonly string[];
}

async function contractOf(mode: (typeof modes)[number], server: TestConfig["server"]): Promise<Contract> {
  const config = { entities, openapi: true, server } as const;
  const started = await startServer(mode, sqlite, config);
  const { id } = await started.api.repository("note").create({ title: "there" });
  const document = await servedDocument(started);
  const source: Source = { document, check: createSchemaCheck(document), seed: 1, runs: 1 };
  const send = createAsk(started, { keys: { note: [[String(id)]] } });
  return {
    server: started,
    operations: operationsOf(document),
    ask: (operation, more) => {
      const [request] = planValidRequests(source, operation);
      if (request === undefined) throw new Error(`No request of ${operation.id} is known.`);
      return send(operation, { ...request, ...more });
    },
    mistakesOf: (operation, reply) =>
      mistakesOfAnswer(operation, reply, source.check).map((mistake) => `${operation.id}: ${mistake}`),
  };
}

function operationOf({ operations }: Contract, id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The document has no operation ${id}.`);
  return found;
}

const codeOf = ({ json }: Reply): unknown => (json as { readonly code?: unknown }).code;

test.for(modes)(
  "each operation over the rate limit is answered as the OpenAPI document says, %s",
  async (mode) => {
    // The request for the document uses up the limit.
    const addresses = { limit: 1, window: 3_600_000 };
    const contract = await contractOf(mode, {
      ...unlimited,
      rateLimit: { ...unlimited.rateLimit, addresses },
    });
    expect(contract.operations.length).toBeGreaterThan(9);
    for (const operation of contract.operations) {
      const reply = await contract.ask(operation);
      expect([reply.status, codeOf(reply)], operation.id).toEqual([429, "too-many-requests"]);
      expect(reply.headers["retry-after"]).toMatch(/^\d+$/);
      expect(contract.mistakesOf(operation, reply)).toEqual([]);
    }
  },
);

test.for(modes)(
  "each operation whose table is missing is answered as the OpenAPI document says, %s",
  async (mode) => {
    const contract = await contractOf(mode, unlimited);
    const { db } = contract.server.api.repository("note") as unknown as {
      db: { schema: { dropTable: (name: string) => { execute: () => Promise<void> } } };
    };
    await db.schema.dropTable("note").execute();
    for (const operation of contract.operations) {
      const reply = await contract.ask(operation);
      expect([reply.status, codeOf(reply)], operation.id).toEqual([503, "database-incomplete"]);
      expect(reply.headers["retry-after"]).toMatch(/^\d+$/);
      expect(contract.mistakesOf(operation, reply)).toEqual([]);
    }
    expect(takeLog().some(({ level }) => level === "error")).toBe(true);
  },
);

test.for(modes)(
  "a create with an idempotency key is done once, and answered as the OpenAPI document says, %s",
  async (mode) => {
    const contract = await contractOf(mode, unlimited);
    const create = operationOf(contract, "createNote");
    expect(create.parameters.map(({ name }) => name)).toContain("Idempotency-Key");
    const ask = (title: string, key = "key-1") =>
      contract.ask(create, {
        headers: { "Idempotency-Key": key },
        body: { type: "application/json", content: { json: { title } }, kept: "all" },
      });
    const first = await ask("once");
    const again = await ask("once");
    const other = await ask("twice");
    const taken = await ask("once", "key-2");
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([other.status, codeOf(other)]).toEqual([422, "idempotency-key-reused"]);
    expect([taken.status, codeOf(taken)]).toEqual([409, "unique-conflict"]);
    for (const reply of [first, again, other, taken]) expect(contract.mistakesOf(create, reply)).toEqual([]);
    // The status has its own response, because the default response does not say what to do.
    expect(create.responses.has("422")).toBe(true);
    expect(await contract.server.api.repository("note").count()).toBe(2);
  },
);

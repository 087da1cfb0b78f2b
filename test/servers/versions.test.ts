import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { sendRequest, type Reply } from "../conformance/http-client.js";
import { createTestApi, type TestApi, type TestConfig } from "../conformance/start-server.js";
import { dialects, modes, type FreshDatabase } from "../conformance/targets.js";

const common = {
  title: field("string", { isRequired: true }),
  amount: field("decimal"),
  at: field("datetime"),
};
const line = openEntity({
  text: field("string"),
  item: field("int", {
    foreignKey: {
      targetEntityName: "item",
      resolvedEntityName: "theItem",
      inverseName: "lines",
      isWritable: true,
    },
  }),
});
let done = 0;

/** Two versions of a configuration, each with fields that the other lacks. */
const versions: readonly TestConfig[] = [
  { item: openEntity({ ...common, subtitle: field("string"), code: field("secret") }), line },
  {
    item: openEntity({
      ...common,
      rating: field("int", { isRequired: true, default: 3 }),
      color: field("string"),
    }),
    line,
  },
].map((entities, version) => ({
  entities,
  batch: true,
  operations: {
    count: {
      parameters: {
        by: { type: "int" },
        ...(version === 1 && {
          why: { type: "string", isRequired: false },
          times: { type: "int", isRequired: false, default: 1 },
        }),
      },
      returns: { value: { type: "int" } },
      permissions: ["guest"],
      handler: () => ++done,
    },
  },
}));

describe.each(modes)("creates that are repeated on a server of another version, %s", (mode) => {
  const sqlite = dialects.find(({ name }) => name === "sqlite");
  let database: FreshDatabase | undefined;
  const apis: TestApi[] = [];
  const ports: number[] = [];
  const agent = new http.Agent();
  let key = 0;

  beforeAll(async () => {
    database = await sqlite?.createDatabase();
    if (database === undefined) throw new Error("There is no SQLite.");
    for (const version of versions) {
      const api = await createTestApi(mode, database, version);
      apis.push(api);
      api.setupApiEndpoints();
      ports.push(((await api.startAsync(0)).address() as AddressInfo).port);
    }
  });
  afterAll(async () => {
    for (const api of apis) await api.stopAsync();
  });

  const send = (version: number, path: string, body: object, headers = {}): Promise<Reply> =>
    sendRequest(ports[version] ?? 0, agent, "POST", path, {
      body,
      headers: { "Idempotency-Key": `${mode}-${key}`, ...headers },
    });

  describe.each([0, 1])("first to version %i", (first) => {
    const second = 1 - first;

    it.each([
      ["a record with fields of both versions only", { title: "a" }],
      ["a record with a field of the first version", { title: "a", subtitle: "b" }],
      ["a record with fields of the second version", { title: "a", rating: 4, Color: "red" }],
      ["values that are not in canonical form", { Title: "a", amount: 1.5, at: "2024-02-29T12:00:00+01:00" }],
      [
        "several records",
        [
          { title: "a", subtitle: "b" },
          { title: "c", color: "red" },
        ],
      ],
      ["a record with a list", { title: "a", subtitle: "b", lines: [{ text: "1" }, { text: "2" }] }],
    ])(
      "creates that are repeated on a server of another version are done once and answered alike: %s",
      async (_, body) => {
        for (const prefer of ["return=minimal", "return=representation"]) {
          key++;
          const path = "/api/data/item";
          const reply = await send(first, path, body, { Prefer: prefer });
          expect(reply.status).toBe(201);
          const again = await send(second, path, body, { Prefer: prefer });
          expect([again.status, again.text, again.headers["etag"]]).toEqual([
            201,
            reply.text,
            reply.headers["etag"],
          ]);
          const other = Array.isArray(body) ? [...(body as object[]), { title: "d" }] : { ...body, other: 1 };
          for (const version of [first, second])
            expectProblem(await send(version, path, other, { Prefer: prefer }), "idempotency-key-reused");
        }
      },
    );

    it("batches and operations that are repeated on a server of another version are done once and answered alike", async () => {
      const operations = [{ create: "item", input: { title: "a", subtitle: "b", color: "red" } }];
      for (const [path, body] of [
        ["/api/batch", { operations }],
        ["/api/operations/count", { by: 1 }],
      ] as const) {
        key++;
        const reply = await send(first, path, body);
        expect(reply.status).toBe(200);
        expect((await send(second, path, body)).text).toBe(reply.text);
      }
    });

    it("the stored fingerprint of a create does not depend on a secret that another version does not know", async () => {
      key++;
      const fingerprints: unknown[] = [];
      for (const code of ["guess 1", "guess 2"]) {
        const reply = await send(0, "/api/data/item", { title: "s", code });
        expect(reply.status).toBe(201);
        const rows = await database?.run([
          "select fingerprint from data_api_idempotency order by expiresat desc, rowid desc limit 1",
        ]);
        fingerprints.push(rows?.[0]?.["fingerprint"]);
      }
      expect(fingerprints[0]).toBe(fingerprints[1]);
    });
  });

  it("an operation that is repeated with null instead of a default is a different request", async () => {
    key++;
    const path = "/api/operations/count";
    const reply = await send(1, path, { by: 1 });
    expect(reply.status).toBe(200);
    expect((await send(1, path, { by: 1, times: 1 })).text).toBe(reply.text);
    expectProblem(await send(1, path, { by: 1, times: null }), "idempotency-key-reused");
  });
});

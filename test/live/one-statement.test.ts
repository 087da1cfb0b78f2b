import { beforeEach, expect, test } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { isSharded } from "../conformance/servers/citus.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { countInserts } from "./count-inserts.js";
import { follow, said } from "./follow.js";

const fixed = { isEditable: false, isRequired: true } as const;
const config: TestConfig = {
  changes: { entities: ["note", "token", "line", "named"], interval: 20 },
  server: { metrics: true },
  entities: {
    note: openEntity({ title: field("string", { isUnique: true }) }),
    token: openEntity({ id: { type: "uuid", ...fixed }, title: field("string") }, { primaryKey: ["id"] }),
    line: openEntity(
      { orderid: { type: "int", ...fixed }, part: { type: "uuid", ...fixed }, title: field("string") },
      { primaryKey: ["orderid", "part"] },
    ),
    named: openEntity(
      { name: { type: "string", ...fixed }, title: field("string") },
      { primaryKey: ["name"] },
    ),
  },
};

await describeDialect("a write and its change", "postgres", (target) => {
  let server: TestServer;
  let database: FreshDatabase;
  beforeEach(async () => {
    const createDatabase = async () => (database = await target.createDatabase());
    server = await startServer("dynamic", { ...target, createDatabase }, config);
  });

  const send = (method: string, path: string, body?: object) =>
    server.request(method, `/api/data/${path}`, { body, headers: { Prefer: "return=representation" } });
  const create = (entity: string, body: object) => send("POST", entity, body);
  /** The statements so far that inserted records, and those that inserted changes alone. */
  const inserts = async () =>
    [await countInserts(server, "note"), await countInserts(server, "data_api_outbox")] as const;
  const changes = async () =>
    (await database.run(["select recordid, operation, former from data_api_outbox order by id"])).map(
      ({ recordid, operation, former }) => [JSON.parse(String(recordid)) as unknown, operation, former],
    );

  test("a write and its change are one statement once it is known that no trigger skips records", async () => {
    expect((await create("note", { title: "0" })).status).toBe(201);
    const [records, alone] = await inserts();
    const begin = performance.now();
    for (let count = 1; count <= 10; count++)
      expect((await create("note", { title: String(count) })).json).toMatchObject({
        id: count + 1,
        title: String(count),
      });
    const [moreRecords, moreAlone] = await inserts();
    expect(moreRecords - records).toBe(10);
    // It is found out again every 5 seconds.
    expect(moreAlone - alone).toBeLessThanOrEqual((performance.now() - begin) / 5_000 + 1);
    expect(await changes()).toEqual(Array.from({ length: 11 }, (_, index) => [[index + 1], "create", null]));
    for (let id = 1; id <= 10; id++)
      expect((await send("PATCH", `note/${id}`, { title: `new ${id}` })).json).toMatchObject({
        id,
        title: `new ${id}`,
      });
    for (let id = 1; id <= 10; id++) expect((await send("DELETE", `note/${id}`)).status).toBe(200);
    expect((await inserts())[1] - alone).toBeLessThanOrEqual((performance.now() - begin) / 5_000 + 1);
    const later = (await changes()).slice(11).map(([key, operation, former]) => {
      const { id, title } = JSON.parse(String(former)) as Record<string, unknown>;
      return [key, operation, id, title];
    });
    const ids = Array.from({ length: 10 }, (_, index) => index + 1);
    expect(later).toEqual([
      ...ids.map((id) => [[id], "update", id, String(id - 1)]),
      ...ids.map((id) => [[id], "delete", id, `new ${id}`]),
    ]);
  });

  test("an update or delete of a record that does not exist keeps no change", async () => {
    for (const title of ["a", "b"]) await create("note", { title });
    for (const method of ["PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { title: "c" } : undefined;
      expect((await send(method, "note/3", body)).status).toBe(404);
    }
    expect(await changes()).toHaveLength(2);
  });

  test("a change has the key as followers know it, whatever its fields", async () => {
    const uuid = "0198c1a2-7f3e-7000-8000-00000000000a";
    for (const [entity, keys] of [
      ["token", [{ id: uuid }, { id: uuid.replace("a", "b").toUpperCase() }]],
      ["line", [7, 8].map((orderid) => ({ orderid, part: uuid }))],
      ["named", [{ name: "a" }, { name: 'b "quoted" \\ ü' }]],
    ] as const) {
      const stream = await follow(`${server.url}/api/data/${entity}/changes?select=title`);
      const titles = ["first", "second"];
      const expected: unknown[] = [];
      for (const [index, key] of keys.entries()) {
        const { status, json } = await create(entity, { ...key, title: titles[index] });
        expect(status, JSON.stringify(json)).toBe(201);
        const stored = Object.keys(key).map((name) => (json as Record<string, unknown>)[name]);
        expected.push(["create", ...stored, { title: titles[index] }]);
      }
      await stream.until(({ length }) => length === 2);
      expect(said(stream.events)).toEqual(expected);
      await stream.stop();
    }
  });

  test("a refused record keeps no change, and the answer names the field at fault", async () => {
    for (const title of ["a", "b"]) await create("note", { title });
    const refused = await create("note", { title: "b" });
    expectProblem(refused, "unique-conflict");
    expect(JSON.stringify(refused.json)).toContain("title");
    expect(await changes()).toHaveLength(2);
  });

  // Citus takes neither triggers nor rules.
  test.skipIf(isSharded)(
    "a write and its change are both undone if a new trigger skips the record",
    async () => {
      for (const title of ["a", "b"]) await create("note", { title });
      await database.run([
        "create function skip() returns trigger language plpgsql as $$ begin return null; end $$",
        "create trigger skip before insert on note for each row execute function skip()",
      ]);
      expect((await create("note", { title: "c" })).status).toBe(409);
      expect(await changes()).toHaveLength(2);
      await database.run(["drop trigger skip on note"]);
      expect((await create("note", { title: "c" })).status).toBe(201);
      expect(await changes()).toHaveLength(3);
      await database.run([
        "create trigger skip before update or delete on note for each row execute function skip()",
      ]);
      for (const [method, body] of [
        ["PATCH", { title: "d" }],
        ["DELETE", undefined],
      ] as const)
        expect((await send(method, "note/1", body)).status).toBe(409);
      expect(await changes()).toHaveLength(3);
    },
  );

  test.skipIf(isSharded)(
    "a write and its change work together where a rule does not allow one statement",
    async () => {
      for (const title of ["a", "b"]) await create("note", { title });
      // A statement that a rule turns into several cannot be part of another one.
      await database.run([
        "create table copy (title text)",
        ...["insert", "update"].map(
          (event) =>
            `create rule on_${event} as on ${event} to note do also insert into copy values (new.title)`,
        ),
      ]);
      expect((await send("PATCH", "note/1", { title: "c" })).status).toBe(200);
      for (const title of ["d", "e"]) expect((await create("note", { title })).status, title).toBe(201);
      expect((await send("PATCH", "note/1", { title: "f" })).status).toBe(200);
      expect(await changes()).toHaveLength(6);
      expect(await database.run(["select title from copy order by title"])).toEqual(
        ["c", "d", "e", "f"].map((title) => ({ title })),
      );
    },
  );
});

import { sql, type Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { ownUsers, PASSWORD, told, toldByHeader } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { everybody, field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";
import type { TestServer } from "../start-server.js";

/** Times in a format of all databases. */
const [PAST, FUTURE] = ["2001-01-01T00:00:00.000", "2901-01-01T00:00:00.000"];

/** The server's table, for direct queries. */
type Rows = Kysely<{ data_api_idempotency: Record<string, string | null> }>;

export function idempotencyCases({ serve, createDatabase, startOn }: Harness): void {
  describe("of a create", () => {
    const done: string[] = [];
    const server = serve({
      entities: {
        note: openEntity({
          title: field("string", { isUnique: true }),
          number: field("int"),
          parts: field("int", {
            foreignKey: { targetEntityName: "part", resolvedEntityName: "theParts", isManyToMany: true },
          }),
        }),
        part: openEntity({ name: field("string") }),
        coin: openEntity({ name: field("string") }, { systemFields: { id: "uuid" } }),
        line: openEntity(
          {
            order: field("string", { isRequired: true, isEditable: false }),
            nr: field("int", { isRequired: true, isEditable: false }),
          },
          { primaryKey: ["order", "nr"] },
        ),
        hooked: openEntity(
          { title: field("string") },
          {
            hooks: {
              beforeCreate: ({ input }) => void done.push(`before ${String(input["title"])}`),
              afterCommit: ({ record }) => void done.push(`after ${String(record["title"])}`),
            },
          },
        ),
        pushed: openEntity(
          { title: field("string") },
          {
            hooks: {
              afterCreate: async ({ db, record }) => {
                if (record["title"] === "slow")
                  await (db as Rows)
                    .updateTable("data_api_idempotency")
                    .set({ token: "another's" })
                    .execute();
              },
            },
          },
        ),
      },
    });

    const post = (key: string, body: object, path = "note", headers = {}) =>
      server.post(paths.entity(path), body, { "Idempotency-Key": key, ...headers });
    const rows = () => server.api.repository("note").db as unknown as Rows;

    it("creates with the same idempotency key and input get the same answer, and add one record", async () => {
      const first = await post("same", { title: "same", number: 5 });
      expect(first.status).toBe(201);
      for (const [key, number] of [
        ["same", 5],
        ['"same"', 5],
        ["same", "5"],
      ] as const)
        expectSame(await post(key, { number, title: "same" }), first);
      expect(await server.api.repository("note").count('title="same"')).toBe(1);
    });

    it.each([
      ["note", { title: "represented", number: 1 }],
      ["part", { name: "p" }],
      ["coin", { name: "c" }],
      ["line", { order: "a/b", nr: 1 }],
      ["hooked", { title: "h" }],
    ])(
      "creates with the same idempotency key return the same record of a %s if preferred",
      async (name, body) => {
        for (const headers of [{}, { Prefer: "return=representation" }]) {
          const key = `key of ${name} ${Object.keys(headers).length}`.replaceAll(" ", "-");
          const given =
            name === "line"
              ? { ...body, nr: Object.keys(headers).length }
              : { ...body, ...(name === "note" && { title: key }) };
          const first = await post(key, given, name, headers);
          expect(first.status).toBe(201);
          expectSame(await post(key, given, name, headers), first);
        }
        expect(await server.api.repository(name).count()).toBeGreaterThanOrEqual(2);
      },
    );

    it("creates with the same idempotency key return lists of records again", async () => {
      const part = await server.api.repository("part").create({ name: "p" });
      const headers = { Prefer: "return=representation" };
      const first = await post("lists", { title: "lists", parts: [part.id] }, "note", headers);
      expect(first.json).toMatchObject({ parts: [part.id], theParts: [{ name: "p" }] });
      expectSame(await post("lists", { title: "lists", parts: [part.id] }, "note", headers), first);
      expectProblem(
        await post("lists", { title: "lists", parts: [] }, "note", headers),
        "idempotency-key-reused",
      );
    });

    it("a repeated create with an idempotency key does not run hooks again", async () => {
      done.length = 0;
      for (let time = 0; time < 3; time++) await post("hooks", { title: "once" }, "hooked");
      // Generated servers have hooks in separate files. These are in the configuration.
      expect(done).toEqual(["before once", "after once"]);
    });

    it("an idempotency key is rejected with another input or preference", async () => {
      await post("reused", { title: "reused" });
      for (const body of [{ title: "other" }, { title: "reused", number: 1 }, {}, { title: null }])
        expectProblem(await post("reused", body), "idempotency-key-reused");
      const headers = { Prefer: "return=representation" };
      expectProblem(await post("reused", { title: "reused" }, "note", headers), "idempotency-key-reused");
      expect(await server.api.repository("note").count('title="other"')).toBe(0);
    });

    it("an idempotency key is separate for each entity", async () => {
      const [note, part] = [
        await post("both", { title: "both" }),
        await post("both", { name: "both" }, "part"),
      ];
      expect([note.status, part.status]).toEqual([201, 201]);
    });

    it("an idempotency key can be used again after a create that failed", async () => {
      const taken = await server.api.repository("note").create({ title: "taken" });
      expectProblem(await post("failed", { title: "taken" }), "unique-conflict");
      await server.api.repository("note").delete(taken.id);
      expect((await post("failed", { title: "taken" })).status).toBe(201);
      expectProblem(await post("wrong", { title: 1 }), "invalid-fields");
      expect((await post("wrong", { title: "right" })).status).toBe(201);
    });

    it.each(["", '""', "a b", "a,b", '"a', 'a"', "\u00e4", '"\\a"', "x".repeat(256), `"${"x".repeat(256)}"`])(
      "the idempotency key %j is rejected",
      async (key) => {
        const reply = await post(key, { title: "never" });
        expectProblem(reply, "invalid-header", { detail: /"Idempotency-Key"/ });
        expect(await server.api.repository("note").count('title="never"')).toBe(0);
      },
    );

    it.each([
      "x".repeat(255),
      `"${"y".repeat(255)}"`,
      '"a\\"b\\\\c"',
      "8e03978e-40d5-43dd-bc93-6894a57f9324",
      "a/b=;!~",
      // Blanks at the end are not part of a header's value (RFC 9110, 5.5).
      '"a" ',
    ])("the idempotency key %j is accepted", async (key) => {
      const first = await post(key, { name: "p" }, "part");
      expect(first.status).toBe(201);
      expectSame(await post(key, { name: "p" }, "part"), first);
    });

    it("an idempotency key adds one record for 20 concurrent requests", async () => {
      for (let round = 0; round < 3; round++) {
        const title = `race ${round}`;
        const replies = await Promise.all(Array.from({ length: 20 }, () => post(`race-${round}`, { title })));
        expect(await server.api.repository("note").count(`title="${title}"`)).toBe(1);
        expectOneDone(replies);
        expectSame(
          await post(`race-${round}`, { title }),
          replies.find(({ status }) => status === 201),
        );
      }
    });

    it("an idempotency key reports that its first request is running, until that request counts as lost", async () => {
      const first = await post("running", { title: "running" });
      await server.api.repository("note").delete(first.json as number);
      const { keyhash } = await newest(rows());
      const set = (values: Record<string, string | null>) =>
        rows().updateTable("data_api_idempotency").set(values).where("keyhash", "=", keyhash).execute();
      await set({ answer: null, expiresat: FUTURE });
      const again = await post("running", { title: "running" });
      expectProblem(again, "request-running");
      expect(again.headers["retry-after"]).toBe("1");
      expectProblem(await post("running", { title: "other" }), "idempotency-key-reused");
      expect(await server.api.repository("note").count('title="running"')).toBe(0);
      await set({ expiresat: PAST });
      const taken = await post("running", { title: "running" });
      expect(taken.status).toBe(201);
      expect(taken.json).not.toBe(first.json);
      expectSame(await post("running", { title: "running" }), taken);
    });

    it("an idempotency key expires", async () => {
      await post("old", { name: "old" }, "part");
      const { keyhash } = await newest(rows());
      await rows()
        .updateTable("data_api_idempotency")
        .set({ expiresat: PAST })
        .where("keyhash", "=", keyhash)
        .execute();
      expect((await post("old", { name: "new" }, "part")).status).toBe(201);
      expectProblem(await post("old", { name: "old" }, "part"), "idempotency-key-reused");
    });

    it("a create writes nothing if another request has taken over its idempotency key", async () => {
      expectProblem(await post("slow", { title: "slow" }, "pushed"), "request-running");
      expect(await server.api.repository("pushed").count('title="slow"')).toBe(0);
    });

    it("an idempotency key is ignored in updates", async () => {
      const { id } = await server.api.repository("part").create({ name: "a" });
      const headers = { "Idempotency-Key": "a b" };
      const reply = await server.patch(paths.record("part", Number(id)), { name: "b" }, headers);
      expect(reply.status).toBe(200);
    });
  });

  it("an idempotency key adds one record for requests to two servers of one database", async () => {
    const database = await createDatabase();
    const config = { entities: { note: openEntity({ title: field("string") }) } };
    const servers = [await startOn(database, config), await startOn(database, config)] as const;
    const headers = { "Idempotency-Key": "one" };
    const send = ({ request }: TestServer) =>
      request("POST", "/api/data/note", { headers, body: { title: "a" } });
    const replies = await Promise.all(Array.from({ length: 5 }, () => servers.map(send)).flat());
    expectOneDone(replies);
    expect(await servers[0].api.repository("note").count()).toBe(1);
    for (const server of servers)
      expectSame(
        await send(server),
        replies.find(({ status }) => status === 201),
      );
  });

  describe("of callers", () => {
    const server = serve({
      auth: toldByHeader,
      entities: { note: openEntity({ title: field("string") }) },
    });

    it("an idempotency key belongs to one caller; anonymous callers share theirs", async () => {
      const post = (headers: Readonly<Record<string, string>>) =>
        server.post("/api/data/note", { title: "a" }, { ...headers, "Idempotency-Key": "k" });
      const callers = [{}, told({ userId: "1", roles: [] }), told({ userId: "2", roles: [] })];
      const ids = [];
      for (const caller of callers) ids.push((await post(caller)).json);
      expect(new Set(ids).size).toBe(3);
      for (const [index, caller] of callers.entries()) expect((await post(caller)).json).toBe(ids[index]);
    });
  });

  describe("of a caller with changed roles", () => {
    const server = serve({
      auth: toldByHeader,
      entities: {
        offer: {
          fields: { title: field("string"), cost: field("int") },
          permissions: {
            ...everybody,
            read: [{ role: "member", fields: { exclude: ["cost"] } }, { role: "clerk" }],
          },
          hooks: { beforeCreate: ({ input }) => ({ ...input, cost: 42 }) },
        },
      },
    });
    const post = (roles: readonly string[], headers: Readonly<Record<string, string>>) =>
      server.post(
        "/api/data/offer",
        { title: "a" },
        { ...told({ userId: "1", roles: [...roles] }), ...headers },
      );

    it("an idempotency key does not return a record that was read with other roles", async () => {
      const headers = { "Idempotency-Key": "record", Prefer: "return=representation" };
      const first = await post(["clerk", "other"], headers);
      expect(first.json).toMatchObject({ cost: 42 });
      expectSame(await post(["other", "clerk"], headers), first);
      expectProblem(await post([], headers), "idempotency-key-reused");
    });

    it("an idempotency key returns the id of the record with any roles", async () => {
      const headers = { "Idempotency-Key": "id" };
      expectSame(await post([], headers), await post(["clerk"], headers));
    });
  });

  describe("of a registration", () => {
    const server = serve({ auth: ownUsers, entities: {} });

    it("an idempotency key adds one user for a registration, and stores nothing derived from the password", async () => {
      const user = { username: "Ann", password: PASSWORD, confirmPassword: PASSWORD };
      const post = (body: object) => server.post("/api/data/user", body, { "Idempotency-Key": "ann" });
      const first = await post(user);
      expect(first.status).toBe(201);
      expectSame(await post(user), first);
      const rows = server.api.repository("user").db as unknown as Rows;
      const { fingerprint, ...row } = await newest(rows);
      expect(JSON.stringify(row)).not.toMatch(/correct|scrypt/);
      // The fingerprint ignores the password: a fast hash must not depend on it.
      const other = `${PASSWORD}!`;
      expectSame(await post({ ...user, password: other, confirmPassword: other }), first);
      expect((await newest(rows)).fingerprint).toBe(fingerprint);
      expectProblem(await post({ ...user, username: "bob" }), "idempotency-key-reused");
    });
  });

  describe("if it is off", () => {
    const server = serve({
      server: { idempotency: false },
      entities: { note: openEntity({ title: field("string") }) },
    });

    it("an idempotency key is ignored if idempotency is off", async () => {
      const post = () => server.post("/api/data/note", {}, { "Idempotency-Key": "k" });
      expect((await post()).json).not.toBe((await post()).json);
      await expect(newest(server.api.repository("note").db as unknown as Rows)).rejects.toThrow();
    });
  });

  describe("with a configured table", () => {
    const server = serve({
      server: { idempotency: { table: "once", keepHours: 1 } },
      entities: { note: openEntity({ title: field("string") }) },
    });

    it("an idempotency key is stored in the configured table, for the configured time", async () => {
      const from = Date.now();
      await server.post("/api/data/note", {}, { "Idempotency-Key": "k" });
      const { rows } = await sql<{ expiresat: unknown }>`select expiresat from once`.execute(
        server.api.repository("note").db,
      );
      expect(rows).toHaveLength(1);
      const begin = toTime(rows[0]?.expiresat) - 3_600_000;
      expect(begin).toBeGreaterThanOrEqual(from);
      expect(begin).toBeLessThanOrEqual(Date.now());
    });
  });
}

/** The row of the last request. */
async function newest(rows: Rows): Promise<{ readonly keyhash: string; readonly fingerprint: string }> {
  const all = await rows.selectFrom("data_api_idempotency").selectAll().execute();
  const sorted = all.toSorted((a, b) =>
    String(toTime(a["expiresat"])).localeCompare(String(toTime(b["expiresat"]))),
  );
  return sorted.findLast((row) => toTime(row["expiresat"]) < Date.now() + 25 * 3_600_000) as never;
}

function toTime(value: unknown): number {
  return value instanceof Date
    ? value.getTime()
    : Date.parse(`${String(value).replace(" ", "T").replace("Z", "")}Z`);
}

function expectSame(reply: Reply, first: Reply | undefined): void {
  expect(reply.text).toBe(first?.text);
  expect(reply.status).toBe(first?.status);
  for (const name of ["location", "preference-applied", "etag", "content-type"])
    expect(reply.headers[name]).toBe(first?.headers[name]);
}

/** Requests during the first one are rejected because it is running; later ones get its answer. */
function expectOneDone(replies: readonly Reply[]): void {
  const done = replies.filter(({ status }) => status === 201);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  for (const reply of replies) if (!done.includes(reply)) expectProblem(reply, "request-running");
}

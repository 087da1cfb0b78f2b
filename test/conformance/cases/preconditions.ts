import { describe, expect, it } from "vitest";
import { told, toldByHeader } from "../callers.js";
import { expectJson, expectProblem } from "../expectations.js";
import { everybody, field, openEntity, to } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";
import type { TestServer } from "../start-server.js";

export function preconditionCases({ serve, createDatabase, startOn }: Harness): void {
  describe("of updates and deletes", () => {
    const server = serve({
      entities: {
        note: openEntity({ title: field("string"), part: to("part", "thePart") }),
        part: openEntity({ name: field("string"), notes: manyNotes }),
        watched: openEntity(
          { title: field("string") },
          {
            hooks: { beforeUpdate: ({ changes }) => ({ ...changes, title: `${String(changes["title"])}!` }) },
          },
        ),
        checked: openEntity({ title: field("string") }, { writeValidator: () => true }),
      },
    });

    it.each(["note", "part", "watched", "checked"])(
      "preconditions of updates and deletes are checked against the version that is read of a %s",
      async (name) => {
        const text = name === "part" ? "name" : "title";
        const { id } = await server.api.repository(name).create({ [text]: "a" });
        const path = paths.record(name, Number(id));
        const tag = await tagOf(server, name, Number(id));
        for (const method of ["PUT", "PATCH"]) {
          const stale = await server.request(method, path, {
            headers: { "If-Match": '"stale"' },
            body: { [text]: "x" },
          });
          expectProblem(stale, "precondition-failed");
        }
        expectProblem(await server.delete(path, { "If-Match": '"stale"' }), "precondition-failed");
        expect(await tagOf(server, name, Number(id))).toBe(tag);
        const fresh = { headers: { "If-Match": tag }, body: { [text]: "b" } };
        expectJson(await server.request("PATCH", path, fresh), 200, { count: 1 });
        expectProblem(await server.request("PATCH", path, fresh), "precondition-failed");
        expectProblem(await server.delete(path, { "If-Match": tag }), "precondition-failed");
        const last = { headers: { "If-Match": await tagOf(server, name, Number(id)) } };
        expectJson(await server.request("DELETE", path, last), 200, { count: 1 });
      },
    );

    it("the version of a record with resolved records is accepted as a precondition", async () => {
      const part = await server.api.repository("part").create({ name: "p" });
      const { id } = await server.api.repository("note").create({ title: "a", part: part.id });
      await server.api.repository("part").update(part.id, { notes: [id] });
      for (const [name, each] of [
        ["note", id],
        ["part", part.id],
      ] as const) {
        const options = { headers: { "If-Match": await tagOf(server, name, Number(each)) } };
        const body = name === "part" ? { name: "q" } : { title: "b" };
        expectJson(
          await server.request("PATCH", paths.record(name, Number(each)), { ...options, body }),
          200,
          { count: 1 },
        );
      }
    });

    it("a precondition fails if a resolved record has changed, alone or in a list", async () => {
      const part = await server.api.repository("part").create({ name: "p" });
      const { id } = await server.api.repository("note").create({ title: "a", part: part.id });
      await server.api.repository("part").update(part.id, { notes: [id] });
      const write = async (name: string, key: unknown, body: object, headers = {}) =>
        server.patch(paths.record(name, Number(key)), body, headers);
      const ofNote = await tagOf(server, "note", Number(id));
      expectJson(await write("part", part.id, { name: "q" }), 200, { count: 1 });
      expectProblem(await write("note", id, { title: "b" }, { "If-Match": ofNote }), "precondition-failed");
      const ofPart = await tagOf(server, "part", Number(part.id));
      expectJson(await write("note", id, { title: "b" }), 200, { count: 1 });
      const late = await write("part", part.id, { name: "r" }, { "If-Match": ofPart });
      expectProblem(late, "precondition-failed");
    });

    it("If-Match is compared strongly, and accepts lists and *", async () => {
      const { id } = await server.api.repository("note").create({ title: "a" });
      const tag = await tagOf(server, "note", Number(id));
      const send = (headers: Readonly<Record<string, string>>) =>
        server.patch(paths.record("note", Number(id)), { title: "a" }, headers);
      expectProblem(await send({ "If-Match": `W/${tag}` }), "precondition-failed");
      expectJson(await send({ "If-Match": `"x" , ${tag}` }), 200, { count: 1 });
      expectJson(await send({ "If-Match": "*" }), 200, { count: 1 });
    });

    it("If-None-Match rejects an update of a record with one of its versions", async () => {
      const { id } = await server.api.repository("note").create({ title: "a" });
      const tag = await tagOf(server, "note", Number(id));
      const send = (header: string) =>
        server.patch(paths.record("note", Number(id)), { title: "b" }, { "If-None-Match": header });
      for (const header of ["*", tag, `W/${tag}`]) expectProblem(await send(header), "precondition-failed");
      expect(await tagOf(server, "note", Number(id))).toBe(tag);
      expectJson(await send('"other"'), 200, { count: 1 });
    });

    it("preconditions are checked after the record and the values in the body", async () => {
      const headers = { "If-Match": '"x"' };
      const unknown = paths.record("note", 999_999);
      expectProblem(await server.patch(unknown, { title: "b" }, headers), "unknown-record");
      expectProblem(await server.delete(unknown, headers), "unknown-record");
      const { id } = await server.api.repository("note").create({ title: "a" });
      const path = paths.record("note", Number(id));
      expectProblem(await server.patch(path, {}, headers), "nothing-to-update");
      expectProblem(await server.patch(path, { title: 1 }, headers), "invalid-fields");
    });

    it("malformed preconditions are rejected, and nothing is written", async () => {
      const { id } = await server.api.repository("note").create({ title: "a" });
      const tag = await tagOf(server, "note", Number(id));
      for (const header of ["x", tag.slice(1), "", `${tag} ${tag}`, `${tag}x`]) {
        const headers = { "If-Match": header };
        const path = paths.record("note", Number(id));
        expectProblem(await server.patch(path, { title: "b" }, headers), "invalid-header");
        expectProblem(await server.delete(path, headers), "invalid-header");
      }
      expect(await tagOf(server, "note", Number(id))).toBe(tag);
    });

    it("preconditions are ignored in creates", async () => {
      const headers = { "If-Match": '"x"' };
      expect((await server.post("/api/data/note", {}, headers)).status).toBe(201);
    });

    it.each(["note", "watched", "checked"])(
      "preconditions accept only one of several writers of a %s with the same version",
      async (name) => {
        const { id } = await server.api.repository(name).create({ title: "a" });
        const tag = await tagOf(server, name, Number(id));
        const path = paths.record(name, Number(id));
        const replies = await Promise.all(
          Array.from({ length: 12 }, (_, index) =>
            server.patch(path, { title: `w${index}` }, { "If-Match": tag }),
          ),
        );
        expectOneThrough(replies);
      },
    );

    it("preconditions accept either an update or a delete of the same version", async () => {
      for (let round = 0; round < 5; round++) {
        const { id } = await server.api.repository("note").create({ title: "a" });
        const headers = { "If-Match": await tagOf(server, "note", Number(id)) };
        const path = paths.record("note", Number(id));
        const [update, remove] = await Promise.all([
          server.patch(path, { title: "b" }, headers),
          server.delete(path, headers),
        ]);
        expect([update.status, remove.status].toSorted()).toEqual(
          update.status === 200 ? [200, 412] : [200, 404],
        );
      }
    });
  });

  it("preconditions hold between servers with one database", async () => {
    const database = await createDatabase();
    const config = { entities: { note: openEntity({ title: field("string") }) } };
    const servers = [await startOn(database, config), await startOn(database, config)] as const;
    for (let round = 0; round < 4; round++) {
      const { json } = await servers[0].post("/api/data/note", { title: "a" });
      const { headers } = await servers[0].get(paths.findById("note", json as number));
      const write = ({ request }: TestServer, index: number) =>
        request("PATCH", paths.record("note", json as number), {
          headers: { "If-Match": String(headers["etag"]) },
          body: { title: `w${index}` },
        });
      expectOneThrough(await Promise.all([...servers, ...servers, ...servers].map(write)));
    }
  });

  describe("of callers", () => {
    const server = serve({
      auth: toldByHeader,
      entities: {
        box: {
          fields: { title: field("string") },
          permissions: { create: ["guest"], update: ["guest"], delete: ["guest"] },
        },
        half: {
          fields: { title: field("string"), remark: field("string") },
          permissions: { ...everybody, read: [{ role: "guest", fields: { include: ["title"] } }, "clerk"] },
        },
        own: {
          fields: { title: field("string") },
          permissions: { create: ["member"], read: ["guest"], update: ["owner"], delete: ["owner"] },
        },
        hidden: {
          fields: { title: field("string") },
          permissions: { create: ["member"], read: ["owner"], update: ["owner"] },
        },
      },
    });
    const [ann, bob] = [told({ userId: "ann", roles: [] }), told({ userId: "bob", roles: [] })];

    it("callers who may not read a record can use only * in preconditions", async () => {
      const { id } = await server.api.repository("box").create({ title: "a" });
      const send = (headers: Readonly<Record<string, string>>) =>
        server.patch(paths.record("box", Number(id)), { title: "b" }, headers);
      expectProblem(await send({ "If-Match": '"x"' }), "precondition-failed");
      expectJson(await send({ "If-Match": "*" }), 200, { count: 1 });
      expectProblem(await send({ "If-None-Match": "*" }), "precondition-failed");
      expectJson(await send({ "If-None-Match": '"x"' }), 200, { count: 1 });
    });

    it("preconditions depend on what the caller can read", async () => {
      const { id } = await server.api.repository("half").create({ title: "a", remark: "r" });
      const clerk = told({ userId: 1, roles: ["clerk"] });
      const seen = await tagOf(server, "half", Number(id));
      const whole = await tagOf(server, "half", Number(id), clerk);
      const send = (tag: string, headers = {}) =>
        server.patch(paths.record("half", Number(id)), { title: "a" }, { ...headers, "If-Match": tag });
      expectProblem(await send(whole), "precondition-failed");
      expectProblem(await send(seen, clerk), "precondition-failed");
      expectJson(await send(seen), 200, { count: 1 });
    });

    it("callers who may not write learn that, and nothing about the version of the record", async () => {
      const { json: id } = await server.post("/api/data/own", { title: "a" }, ann);
      const path = paths.record("own", id as number);
      const send = (headers: Readonly<Record<string, string>>) =>
        server.patch(path, { title: "b" }, { ...headers, "If-Match": '"x"' });
      expectProblem(await send({}), "authentication-required");
      expectProblem(await send(bob), "forbidden");
      expectProblem(await send(ann), "precondition-failed");
      const { json: other } = await server.post("/api/data/hidden", {}, ann);
      const headers = { ...bob, "If-Match": '"x"' };
      const hidden = paths.record("hidden", other as number);
      expectProblem(await server.patch(hidden, { title: "b" }, headers), "unknown-record");
    });
  });

  describe("that are required", () => {
    const server = serve({
      server: { requirePrecondition: true },
      entities: { note: openEntity({ title: field("string") }) },
    });

    it("required preconditions apply to every update and delete over HTTP", async () => {
      const { json: id } = await server.post("/api/data/note", { title: "a" });
      const path = paths.record("note", id as number);
      for (const headers of [{}, { "If-None-Match": '"x"' }]) {
        for (const method of ["PUT", "PATCH"])
          expectProblem(
            await server.request(method, path, { headers, body: { title: "b" } }),
            "precondition-required",
          );
        expectProblem(await server.delete(path, headers), "precondition-required");
      }
      const headers = { "If-Match": await tagOf(server, "note", id as number) };
      expectJson(await server.patch(path, { title: "b" }, headers), 200, { count: 1 });
      await server.api.repository("note").update(id as number, { title: "c" });
      expectJson(await server.delete(path, { "If-Match": "*" }), 200, { count: 1 });
    });
  });
}

const manyNotes = field("int", {
  foreignKey: { targetEntityName: "note", resolvedEntityName: "theNotes", isManyToMany: true },
});

async function tagOf(server: TestServer, name: string, id: number, headers = {}): Promise<string> {
  const reply = await server.get(paths.findById(name, id), headers);
  return String(reply.headers["etag"]);
}

function expectOneThrough(replies: readonly Reply[]): void {
  const through = replies.filter(({ status }) => status === 200);
  expect(through).toHaveLength(1);
  for (const reply of replies) if (!through.includes(reply)) expectProblem(reply, "precondition-failed");
}

import http from "node:http";
import { describe, expect, it } from "vitest";
import { told, toldByHeader } from "../callers.js";
import { expectJson, expectProblem } from "../expectations.js";
import { everybody, field, openEntity, to } from "../fields.js";
import type { Harness } from "../harness.js";
import { sendRequest, type Reply } from "../http-client.js";
import { paths } from "../paths.js";
import type { TestServer } from "../start-server.js";
import { withTwoServers } from "../two-servers.js";

export function preconditionCases({ serve, createDatabase, createApi }: Harness): void {
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
        expectProblem(
          await server.request("DELETE", path, { headers: { "If-Match": '"stale"' } }),
          "precondition-failed",
        );
        expect(await tagOf(server, name, Number(id))).toBe(tag);
        const fresh = { headers: { "If-Match": tag }, body: { [text]: "b" } };
        expectJson(await server.request("PATCH", path, fresh), 200, { count: 1 });
        expectProblem(await server.request("PATCH", path, fresh), "precondition-failed");
        expectProblem(
          await server.request("DELETE", path, { headers: { "If-Match": tag } }),
          "precondition-failed",
        );
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
        server.request("PATCH", paths.record(name, Number(key)), { headers, body });
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
        server.request("PATCH", paths.record("note", Number(id)), { headers, body: { title: "a" } });
      expectProblem(await send({ "If-Match": `W/${tag}` }), "precondition-failed");
      expectJson(await send({ "If-Match": `"x" , ${tag}` }), 200, { count: 1 });
      expectJson(await send({ "If-Match": "*" }), 200, { count: 1 });
    });

    it("If-None-Match rejects an update of a record with one of its versions", async () => {
      const { id } = await server.api.repository("note").create({ title: "a" });
      const tag = await tagOf(server, "note", Number(id));
      const send = (header: string) =>
        server.request("PATCH", paths.record("note", Number(id)), {
          headers: { "If-None-Match": header },
          body: { title: "b" },
        });
      for (const header of ["*", tag, `W/${tag}`]) expectProblem(await send(header), "precondition-failed");
      expect(await tagOf(server, "note", Number(id))).toBe(tag);
      expectJson(await send('"other"'), 200, { count: 1 });
    });

    it("preconditions are checked after the record and the values in the body", async () => {
      const headers = { "If-Match": '"x"' };
      const unknown = paths.record("note", 999_999);
      expectProblem(
        await server.request("PATCH", unknown, { headers, body: { title: "b" } }),
        "unknown-record",
      );
      expectProblem(await server.request("DELETE", unknown, { headers }), "unknown-record");
      const { id } = await server.api.repository("note").create({ title: "a" });
      const path = paths.record("note", Number(id));
      expectProblem(await server.request("PATCH", path, { headers, body: {} }), "nothing-to-update");
      expectProblem(await server.request("PATCH", path, { headers, body: { title: 1 } }), "invalid-fields");
    });

    it("malformed preconditions are rejected, and nothing is written", async () => {
      const { id } = await server.api.repository("note").create({ title: "a" });
      const tag = await tagOf(server, "note", Number(id));
      for (const header of ["x", tag.slice(1), "", `${tag} ${tag}`, `${tag}x`]) {
        const headers = { "If-Match": header };
        const path = paths.record("note", Number(id));
        expectProblem(
          await server.request("PATCH", path, { headers, body: { title: "b" } }),
          "invalid-header",
        );
        expectProblem(await server.request("DELETE", path, { headers }), "invalid-header");
      }
      expect(await tagOf(server, "note", Number(id))).toBe(tag);
    });

    it("preconditions are ignored in creates", async () => {
      const headers = { "If-Match": '"x"' };
      expect((await server.request("POST", "/api/data/note", { headers, body: {} })).status).toBe(201);
    });

    it.each(["note", "watched", "checked"])(
      "preconditions accept only one of several writers of a %s with the same version",
      async (name) => {
        const { id } = await server.api.repository(name).create({ title: "a" });
        const tag = await tagOf(server, name, Number(id));
        const path = paths.record(name, Number(id));
        const replies = await Promise.all(
          Array.from({ length: 12 }, (_, index) =>
            server.request("PATCH", path, { headers: { "If-Match": tag }, body: { title: `w${index}` } }),
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
          server.request("PATCH", path, { headers, body: { title: "b" } }),
          server.request("DELETE", path, { headers }),
        ]);
        expect([update.status, remove.status].toSorted()).toEqual(
          update.status === 200 ? [200, 412] : [200, 404],
        );
      }
    });
  });

  it("preconditions hold between servers with one database", async () => {
    await withTwoServers({ createDatabase, createApi }, async (ports) => {
      const agent = new http.Agent();
      const [first = 0] = ports;
      for (let round = 0; round < 4; round++) {
        const { json } = await sendRequest(first, agent, "POST", "/api/data/note", { body: { title: "a" } });
        const { headers } = await sendRequest(first, agent, "GET", paths.findById("note", json as number));
        const write = (port: number, index: number) =>
          sendRequest(port, agent, "PATCH", paths.record("note", json as number), {
            headers: { "If-Match": String(headers["etag"]) },
            body: { title: `w${index}` },
          });
        expectOneThrough(await Promise.all([...ports, ...ports, ...ports].map(write)));
      }
    });
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
        server.request("PATCH", paths.record("box", Number(id)), { headers, body: { title: "b" } });
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
        server.request("PATCH", paths.record("half", Number(id)), {
          headers: { ...headers, "If-Match": tag },
          body: { title: "a" },
        });
      expectProblem(await send(whole), "precondition-failed");
      expectProblem(await send(seen, clerk), "precondition-failed");
      expectJson(await send(seen), 200, { count: 1 });
    });

    it("callers who may not write learn that, and nothing about the version of the record", async () => {
      const { json: id } = await server.request("POST", "/api/data/own", {
        headers: ann,
        body: { title: "a" },
      });
      const path = paths.record("own", id as number);
      const send = (headers: Readonly<Record<string, string>>) =>
        server.request("PATCH", path, { headers: { ...headers, "If-Match": '"x"' }, body: { title: "b" } });
      expectProblem(await send({}), "authentication-required");
      expectProblem(await send(bob), "forbidden");
      expectProblem(await send(ann), "precondition-failed");
      const { json: other } = await server.request("POST", "/api/data/hidden", { headers: ann, body: {} });
      const headers = { ...bob, "If-Match": '"x"' };
      const hidden = paths.record("hidden", other as number);
      expectProblem(
        await server.request("PATCH", hidden, { headers, body: { title: "b" } }),
        "unknown-record",
      );
    });
  });

  describe("that are required", () => {
    const server = serve({
      server: { requirePrecondition: true },
      entities: { note: openEntity({ title: field("string") }) },
    });

    it("required preconditions apply to every update and delete over HTTP", async () => {
      const { json: id } = await server.request("POST", "/api/data/note", { body: { title: "a" } });
      const path = paths.record("note", id as number);
      for (const headers of [{}, { "If-None-Match": '"x"' }]) {
        for (const method of ["PUT", "PATCH"])
          expectProblem(
            await server.request(method, path, { headers, body: { title: "b" } }),
            "precondition-required",
          );
        expectProblem(await server.request("DELETE", path, { headers }), "precondition-required");
      }
      const headers = { "If-Match": await tagOf(server, "note", id as number) };
      expectJson(await server.request("PATCH", path, { headers, body: { title: "b" } }), 200, { count: 1 });
      await server.api.repository("note").update(id as number, { title: "c" });
      expectJson(await server.request("DELETE", path, { headers: { "If-Match": "*" } }), 200, { count: 1 });
    });
  });
}

const manyNotes = field("int", {
  foreignKey: { targetEntityName: "note", resolvedEntityName: "theNotes", isManyToMany: true },
});

async function tagOf(server: TestServer, name: string, id: number, headers = {}): Promise<string> {
  const reply = await server.request("GET", paths.findById(name, id), { headers });
  return String(reply.headers["etag"]);
}

function expectOneThrough(replies: readonly Reply[]): void {
  const through = replies.filter(({ status }) => status === 200);
  expect(through).toHaveLength(1);
  for (const reply of replies) if (!through.includes(reply)) expectProblem(reply, "precondition-failed");
}

import { describe, expect, it } from "vitest";
import { told, toldByHeader } from "../callers.js";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { everybody, field, openEntity, to } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const representation = { Prefer: "return=representation" };

export function etagCases({ serve }: Harness): void {
  describe("of records", () => {
    const server = serve({
      entities: {
        note: openEntity({ title: field("string"), part: to("part", "thePart") }),
        part: openEntity({ name: field("string") }),
      },
    });
    const get = (id: number, headers = {}, method = "GET") =>
      server.request(method, paths.findById("note", id), { headers });

    async function create(title: string): Promise<{ id: number; tag: string }> {
      const { json } = await server.post("/api/data/note", { title });
      const { headers } = await get(json as number);
      return { id: json as number, tag: String(headers["etag"]) };
    }

    it("ETags are strong, stay the same for an unchanged record, and are sent with single records only", async () => {
      const { id, tag } = await create("a");
      expect(tag).toMatch(/^"[\w-]{22}"$/);
      expect((await get(id)).headers["etag"]).toBe(tag);
      expect((await server.get(paths.findAll("note"))).headers["etag"]).toBeUndefined();
      const none = await get(999_999);
      expect(pageOf(none).count).toBe(0);
      expect(none.headers["etag"]).toBeUndefined();
    });

    it("ETags differ between changes of a record in quick succession", async () => {
      const { id, tag } = await create("a");
      const tags = [tag];
      for (const title of ["b", "c", "d"]) {
        await server.patch(paths.record("note", id), { title });
        tags.push(String((await get(id)).headers["etag"]));
      }
      expect(new Set(tags).size).toBe(4);
    });

    it("ETags are sent with records in answers to writes, as in reads", async () => {
      const created = await server.post("/api/data/note", { title: "t" }, representation);
      const { id } = created.json as { id: number };
      expect(created.headers["etag"]).toBe((await get(id)).headers["etag"]);
      const changed = await server.patch(paths.record("note", id), { title: "u" }, representation);
      expect(changed.headers["etag"]).toBe((await get(id)).headers["etag"]);
      expect(changed.headers["etag"]).not.toBe(created.headers["etag"]);
      const quiet = await server.patch(paths.record("note", id), { title: "v" });
      expect(quiet.headers["etag"]).toBeUndefined();
    });

    it("the ETag of a record changes with its resolved record", async () => {
      const part = (await server.post("/api/data/part", { name: "p" })).json as number;
      const { id } = await server.api.repository("note").create({ title: "t", part });
      const before = (await get(Number(id))).headers["etag"];
      await server.patch(paths.record("part", part), { name: "q" });
      expect((await get(Number(id))).headers["etag"]).not.toBe(before);
    });

    it.each([
      ["the tag", (tag: string) => tag],
      ["the tag, weak", (tag: string) => `W/${tag}`],
      ["a list that contains it", (tag: string) => `"other", W/"another" ,${tag}`],
      ["a list with empty members", (tag: string) => `, ,"x",,\t${tag},`],
      ["any", () => "*"],
      ["any, with blanks", () => " * "],
    ])("If-None-Match with %s is answered by 304 without a body", async (_, header) => {
      const { id, tag } = await create("a");
      for (const method of ["GET", "HEAD"]) {
        const reply = await get(id, { "If-None-Match": header(tag) }, method);
        expect(reply.status).toBe(304);
        expect(reply.text).toBe("");
        expect(reply.headers["etag"]).toBe(tag);
        expect(reply.headers["content-type"]).toBeUndefined();
      }
    });

    it("If-None-Match is answered with the record if the tags differ", async () => {
      const { id, tag } = await create("a");
      for (const header of ['"x"', 'W/"x"', '""', `"${tag.slice(1, -2)}"`, '"\u00e4"', `"a,b", "c"`]) {
        const reply = await get(id, { "If-None-Match": header });
        expect(pageOf(reply).count).toBe(1);
        expect(reply.headers["etag"]).toBe(tag);
      }
      expect(pageOf(await get(999_999, { "If-None-Match": "*" })).count).toBe(0);
    });

    it("If-Match is answered by 412 if it has no strongly equal tag", async () => {
      const { id, tag } = await create("a");
      for (const header of [tag, `"x", ${tag}`, "*"])
        expect(pageOf(await get(id, { "If-Match": header })).count).toBe(1);
      for (const header of ['"x"', `W/${tag}`, `"x", W/${tag}`])
        expectProblem(await get(id, { "If-Match": header }), "precondition-failed");
      expectProblem(await get(999_999, { "If-Match": "*" }), "precondition-failed");
      // If-Match is evaluated first (RFC 9110, 13.2.2).
      expectProblem(await get(id, { "If-Match": '"x"', "If-None-Match": tag }), "precondition-failed");
      expect((await get(id, { "If-Match": tag, "If-None-Match": tag })).status).toBe(304);
    });

    it("ETags are sent for HEAD as for GET", async () => {
      const { id, tag } = await create("a");
      const reply = await get(id, {}, "HEAD");
      expect(reply.status).toBe(200);
      expect(reply.headers["etag"]).toBe(tag);
      expect(reply.text).toBe("");
      expect((await get(id, { "If-Match": '"x"' }, "HEAD")).status).toBe(412);
    });

    it.each([
      "abc",
      '"a" "b"',
      '"a',
      'a"',
      "",
      ",",
      '*, "a"',
      "**",
      "W/",
      'w/"a"',
      'W/ "a"',
      '"a";q=1',
      '"a b"',
    ])("the malformed value %j of If-None-Match and If-Match is rejected", async (header) => {
      const { id } = await create("a");
      for (const name of ["If-None-Match", "If-Match"])
        expectProblem(await get(id, { [name]: header }), "invalid-header", {
          detail: new RegExp(`"${name}"`),
        });
    });
  });

  describe("of the visible members", () => {
    const note = {
      fields: { title: field("string"), remark: field("string") },
      permissions: { ...everybody, read: [{ role: "guest", fields: { exclude: ["remark"] } }, "clerk"] },
    };
    const server = serve({
      auth: toldByHeader,
      entities: { note, untimed: { ...note, systemFields: { updatedat: false } } },
    });
    const clerk = told({ userId: 1, roles: ["clerk"] });

    it("callers who see different members get different ETags, and both change if the record changes", async () => {
      const { id } = await server.api.repository("note").create({ title: "t", remark: "a" });
      const get = (headers: Readonly<Record<string, string>>) =>
        server.get(paths.findById("note", Number(id)), headers);
      const [forAll, forClerk] = [(await get({})).headers["etag"], (await get(clerk)).headers["etag"]];
      expect(forAll).not.toBe(forClerk);
      await server.api.repository("note").update(id, { remark: "b" });
      const after = await get(clerk);
      expect(after.headers["etag"]).not.toBe(forClerk);
      // The visible `updatedat` has changed.
      expect((await get({})).headers["etag"]).not.toBe(forAll);
    });

    it("the ETag of a record does not change with members that the caller may not read", async () => {
      const { id } = await server.api.repository("untimed").create({ title: "t", remark: "a" });
      const tagOf = async (headers: Readonly<Record<string, string>>) =>
        (await server.get(paths.findById("untimed", Number(id)), headers)).headers["etag"];
      const [forAll, forClerk] = [await tagOf({}), await tagOf(clerk)];
      await server.api.repository("untimed").update(id, { remark: "b" });
      expect(await tagOf({})).toBe(forAll);
      expect(await tagOf(clerk)).not.toBe(forClerk);
      await server.api.repository("untimed").update(id, { title: "u" });
      expect(await tagOf({})).not.toBe(forAll);
    });

    it("ETags come with the headers for caches, also in a 304", async () => {
      const { id } = await server.api.repository("note").create({ title: "t" });
      const path = paths.findById("note", Number(id));
      const { headers } = await server.get(path, clerk);
      const reply = await server.get(path, { ...clerk, "If-None-Match": String(headers["etag"]) });
      expect(reply.status).toBe(304);
      for (const name of ["cache-control", "vary", "etag"]) expect(reply.headers[name]).toBe(headers[name]);
      expect(reply.headers["cache-control"]).toBe("no-store");
      // The tag of another caller does not match.
      expectJson(
        await server.get(path, { "If-None-Match": String(headers["etag"]) }),
        200,
        (await server.get(path)).json,
      );
    });
  });
}

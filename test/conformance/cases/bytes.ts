import { describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf, pluck } from "../expectations.js";
import { field, plain, to } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const RECORD = { headers: { Prefer: "return=representation" } };

/** In the order of their bytes. */
const ordered = ["AA==", "AAA=", "AAE=", "AH8=", "AP8=", "AQ==", "f///", "gA==", "//79"];
/** Each contains `/`, `+` or padding, or could be changed if it were handled as text. */
const keys = ["//79", "+/8=", "AA==", "AAAB", "XFx4MDA=", "4oKs", "AP8AAAAAAAAAAAAAAAAAAA=="];
const inPath = ["__79", "-_8", "AA", "AAAB", "XFx4MDA", "4oKs", "AP8AAAAAAAAAAAAAAAAAAA"];

export function bytesCases({ serve }: Harness): void {
  const server = serve({
    entities: {
      file: plain({
        content: field("bytes"),
        hash: field("bytes", { maxLength: 20, isUnique: true }),
        fixed: field("bytes", { maxLength: 4, storedAs: "binary" }),
        start: field("bytes", { maxLength: 8, default: "AP8AJw==" }),
        long: field("bytes", { default: "AP8AJw==" }),
        mark: field("bytes", { maxLength: 2, values: ["AA==", "AAA="] }),
      }),
      thing: plain(
        {
          k: field("bytes", { maxLength: 16, isRequired: true, isEditable: false }),
          name: field("string"),
        },
        { primaryKey: "k" },
      ),
      part: plain({
        thing: to("thing", "theThing", "bytes", { maxLength: 16 }),
        things: field("bytes", {
          maxLength: 16,
          foreignKey: { targetEntityName: "thing", resolvedEntityName: "theThings", isManyToMany: true },
        }),
      }),
    },
  });
  const where = (condition: string) => server.get(paths.findByCondition("file", condition, "content"));

  it("values of the type bytes are compared and sorted by their bytes", async () => {
    await server.api.repository("file").deleteMany({ where: "id>0" });
    for (const content of ordered.toReversed())
      expect((await server.post(paths.entity("file"), { content })).status).toBe(201);
    const all = await server.get(paths.findAll("file", "content"));
    expect(pluck(all, "content")).toEqual(ordered);
    const descending = await server.get(paths.findAll("file", "~content"));
    expect(pluck(descending, "content")).toEqual(ordered.toReversed());
    // With cursors, one record per page.
    for (const [orderBy, expected] of [
      ["content", ordered],
      ["~content", ordered.toReversed()],
    ] as const) {
      const found: unknown[] = [];
      for (let after: string | undefined; found.length <= ordered.length;) {
        const page = `?select=content&orderBy=${orderBy}&take=1${after === undefined ? "" : `&after=${after}`}`;
        const reply = await server.get(`/api/data/file${page}`);
        const { items, next } = reply.json as { readonly items: readonly object[]; readonly next?: string };
        found.push(...items.map((item) => (item as { readonly content: unknown }).content));
        after = next;
        if (after === undefined) break;
      }
      expect(found).toEqual(expected);
    }
    for (const [index, content] of ordered.entries()) {
      expect(pluck(await where(`content=${content}`), "content")).toEqual([content]);
      expect(pluck(await where(`content<>${content}`), "content")).toEqual(
        ordered.filter((other) => other !== content),
      );
      expect(pluck(await where(`content<${content}`), "content")).toEqual(ordered.slice(0, index));
      expect(pluck(await where(`content<="${content}"`), "content")).toEqual(ordered.slice(0, index + 1));
      expect(pluck(await where(`content>${content}`), "content")).toEqual(ordered.slice(index + 1));
      expect(pluck(await where(`content>=${content}`), "content")).toEqual(ordered.slice(index));
    }
    expect(pluck(await where("content=null"), "content")).toEqual([]);
    expect(pluck(await where("content<>null"), "content")).toEqual(ordered);
    // Bytes of a length that the field cannot have find nothing.
    expect(pluck(await where(`hash=${"AAAA".repeat(20)}`), "content")).toEqual([]);
  });

  it.each(["content=AP8", "content=AP9=", "content=x'00'", "content=", "fixed=-_8="])(
    "a condition on bytes must be padded base64: %s",
    async (condition) => {
      const problem = await where(condition);
      if (condition === "content=") expect(pageOf(problem).count).toBe(0);
      else expectProblem(problem, "invalid-condition");
    },
  );

  it("bytes cannot be searched for a part", async () => {
    expectProblem(await where("content~AA=="), "invalid-condition");
  });

  it.each([
    ["AAAA", "too-short"],
    ["AAAAAAA=", "too-long"],
  ])("bytes of a fixed length must have that length: %s", async (fixed, code) => {
    expectProblem(await server.post(paths.entity("file"), { fixed }), "invalid-fields", {
      errors: [{ path: "fixed", code, message: '"fixed" must have exactly 4 bytes.' }],
    });
  });

  it("bytes are limited by the length and the listed values of their field", async () => {
    const body = { hash: "AAAA".repeat(7) };
    expectProblem(await server.post(paths.entity("file"), body), "invalid-fields", {
      errors: [{ path: "hash", code: "too-long", message: '"hash" must have at most 20 bytes.' }],
    });
    const listed = await server.post(paths.entity("file"), { mark: "AQ==" });
    expectProblem(listed, "invalid-fields");
    const created = await server.request("POST", paths.entity("file"), {
      ...RECORD,
      body: { fixed: "AAAAAA==", mark: "AAA=" },
    });
    expect(created.json).toMatchObject({ fixed: "AAAAAA==", mark: "AAA=" });
  });

  it("a field of the type bytes can have a default with any bytes", async () => {
    const created = await server.request("POST", paths.entity("file"), { ...RECORD, body: {} });
    expect(created.json).toMatchObject({ start: "AP8AJw==", long: "AP8AJw==" });
  });

  it("a field of the type bytes can be unique", async () => {
    const body = { hash: "AP8AAQID" };
    expect((await server.post(paths.entity("file"), body)).status).toBe(201);
    expectProblem(await server.post(paths.entity("file"), body), "unique-conflict", {
      errors: [{ path: "hash", code: "not-unique", message: '"hash" is taken by another record.' }],
    });
  });

  describe("as a key", () => {
    it.each(keys.map((k, index) => [k, inPath[index] ?? ""] as const))(
      "a key of bytes is the same in bodies and paths: %s",
      async (k, segment) => {
        const created = await server.post(paths.entity("thing"), { k, name: "a" });
        expectJson(created, 201, k);
        const location = `/api/data/thing/public/findbyid/${segment}`;
        expect(created.headers["location"]).toBe(location);
        const read = await server.get(location);
        expectJson(read, 200, { count: 1, items: [{ k, name: "a" }] });
        expect(read.headers["etag"]).toMatch(/^"[\w-]{22}"$/);
        // Percent-encoded base64 is the same key.
        expect((await server.get(paths.findById("thing", k))).text).toBe(read.text);
        const changed = await server.patch(
          `/api/data/thing/${segment}`,
          { name: "b" },
          { ...RECORD.headers, "If-Match": read.headers["etag"] ?? "" },
        );
        expectJson(changed, 200, { k, name: "b" });
        expectProblem(await server.post(paths.entity("thing"), { k }), "unique-conflict");
        expectJson(await server.delete(paths.record("thing", k)), 200, { count: 1 });
        expect(pageOf(await server.get(location)).count).toBe(0);
      },
    );

    it("invalid bytes are rejected as an id, and empty ones as a new key", async () => {
      for (const id of ["A", "AP9=", "AP8+", "é", "AAAA AAAA", "A".repeat(40), "=", "_w-"]) {
        const reply = await server.get(paths.findById("thing", id));
        if (id === "AP8+") expect(pageOf(reply).count).toBe(0);
        else expectProblem(reply, "invalid-id");
      }
      expectProblem(await server.post(paths.entity("thing"), { k: "" }), "invalid-fields");
    });

    it("a key of bytes can be the target of references, single and in lists", async () => {
      for (const k of keys) await server.post(paths.entity("thing"), { k, name: k });
      const body = { thing: keys[0], things: keys.slice(1, 4) };
      const created = await server.request("POST", paths.entity("part"), { ...RECORD, body });
      expect(created.json).toMatchObject({
        thing: keys[0],
        theThing: { k: keys[0], name: keys[0] },
      });
      const [read = {}] = pageOf(await server.get(paths.findAll("part"))).items as readonly {
        readonly things?: readonly string[];
      }[];
      expect(read.things?.toSorted()).toEqual(keys.slice(1, 4).toSorted());
      expectProblem(await server.post(paths.entity("part"), { thing: "AAAAAQ==" }), "foreign-key-conflict");
      expectProblem(await server.delete(paths.record("thing", keys[0] ?? "")), "foreign-key-conflict");
      await server.api.repository("part").deleteMany({ where: "id>0" });
      for (const k of keys) await server.delete(paths.record("thing", k));
    });
  });
}

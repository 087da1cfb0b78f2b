import { beforeEach, describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf, snapshot } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

export function updateCases({ serve }: Harness): void {
  describe.each(["PUT", "PATCH"])("by %s", (method) => {
    const server = serve({
      entities: {
        note: openEntity({
          title: field("string", { isRequired: true }),
          text: field("text"),
          views: field("int", { default: 7 }),
          author: field("string", { isEditable: false }),
        }),
      },
    });
    let id = 0;

    beforeEach(async () => {
      const record = await server.api
        .repository("note")
        .create({ title: "t", text: "x", views: 1, author: "me" });
      id = record.id as number;
    });

    async function read(): Promise<Readonly<Record<string, unknown>>> {
      const [record = {}] = pageOf(await server.get(paths.findById("note", id))).items;
      return record;
    }

    it("an update changes only the given fields", async () => {
      const before = await read();
      const reply = await server.request(method, paths.record("note", id), { body: { title: "new" } });
      expectJson(reply, 200, { count: 1 });
      const after = await read();
      expect(after).toEqual({ ...before, title: "new", updatedat: after["updatedat"] });
      expect(String(after["updatedat"]) >= String(before["updatedat"])).toBe(true);
    });

    it("an update sets no defaults for omitted fields", async () => {
      await server.request(method, paths.record("note", id), { body: { views: null } });
      await server.request(method, paths.record("note", id), { body: { title: "new" } });
      expect(await read()).toMatchObject({ title: "new", views: null, text: "x" });
    });

    it("an update accepts names in any case", async () => {
      const reply = await server.request(method, `/api/data/NOTE/${id}/`, {
        body: { TITLE: "new", Text: null },
      });
      expectJson(reply, 200, { count: 1 });
      expect(await read()).toMatchObject({ title: "new", text: null });
    });

    it("an update ignores fields that cannot be changed", async () => {
      const before = await read();
      const body = { title: "new", author: "you", id: id + 1000, createdat: "2000-01-01T00:00:00Z", nope: 1 };
      expectJson(await server.request(method, paths.record("note", id), { body }), 200, { count: 1 });
      const after = await read();
      expect(after).toEqual({ ...before, title: "new", updatedat: after["updatedat"] });
    });

    const cannot = (name: string) => `The field "${name}" cannot be set here.`;
    it.each([
      [{}, ""],
      [{ author: "you" }, cannot("author")],
      [{ id: 5 }, cannot("id")],
      [{ nope: 1 }, 'Unknown field "nope" in entity "note".'],
      [{ titel: "x" }, 'Unknown field "titel" in entity "note". Did you mean "title"?'],
      [{ createdat: "2000-01-01T00:00:00Z" }, cannot("createdat")],
    ])("an update rejects %j, names what it ignored, and changes nothing", async (body, ignored) => {
      const before = await snapshot(server);
      const reply = await server.request(method, paths.record("note", id), { body });
      const { errors } = expectProblem(reply, "nothing-to-update", {
        detail: ['Give at least one of "title", "text", "views".', ignored].join(" ").trim(),
      });
      expect((errors ?? []).map(({ path }) => path)).toEqual(Object.keys(body));
      expect(await snapshot(server)).toBe(before);
    });

    it("an update reports every mistake, and changes nothing", async () => {
      const before = await snapshot(server);
      const body = { title: null, views: "x", text: "fine" };
      expectProblem(await server.request(method, paths.record("note", id), { body }), "invalid-fields", {
        errors: [
          { path: "title", code: "wrong-type", message: '"title" must be text.' },
          { path: "views", code: "wrong-type", message: '"views" must be a whole number.' },
        ],
      });
      expect(await snapshot(server)).toBe(before);
    });

    it("an update of a missing record is a 404", async () => {
      const before = await snapshot(server);
      const reply = await server.request(method, paths.record("note", 1_000_000), { body: { title: "new" } });
      expectProblem(reply, "unknown-record", { detail: 'There is no such "note".' });
      expect(await snapshot(server)).toBe(before);
    });

    it.each(["x", "1.0", "%20", "1;DROP TABLE note", "__proto__", "2147483648"])(
      "an update rejects the id %s",
      async (wrong) => {
        const before = await snapshot(server);
        const path = `/api/data/note/${wrong === "%20" ? wrong : encodeURIComponent(wrong)}`;
        expectProblem(await server.request(method, path, { body: { title: "new" } }), "invalid-id");
        expect(await snapshot(server)).toBe(before);
      },
    );

    it("an update rejects a body that is not an object", async () => {
      for (const body of ["[]", "null", '"x"']) {
        const reply = await server.request(method, paths.record("note", id), {
          headers: { "Content-Type": "application/json" },
          body,
        });
        expectProblem(reply, "invalid-body");
      }
    });

    it("an update accepts the current value", async () => {
      expectJson(await server.request(method, paths.record("note", id), { body: { title: "t" } }), 200, {
        count: 1,
      });
    });

    it("an update of an unknown entity is rejected", async () => {
      expectProblem(
        await server.request(method, "/api/data/nothing/1", { body: { title: "x" } }),
        "unknown-entity",
      );
    });
  });
}

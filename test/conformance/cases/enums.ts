import { describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { titled } from "../titled.js";

const states = ["review", "draft", "public"];
/** Texts that are special in SQL, in code or in collations. */
const odd = [
  "it's",
  'a "b"',
  "back\\slash\\",
  "50%_",
  "Case",
  "case",
  "é",
  "e\u0301",
  " lead",
  "",
  "a,b|c&d)",
  "x\ny",
];

export function enumCases({ serve }: Harness): void {
  describe("enums", () => {
    const server = serve({
      entities: {
        task: openEntity({
          state: field("enum", { values: states, isIndexed: true }),
          must: field("enum", { values: ["b", "a"], isRequired: true, default: "a" }),
          once: field("enum", { values: odd, isUnique: true, column: 'the "odd"' }),
        }),
        part: openEntity(
          {
            kind: field("enum", { values: ["z", "a b"], isEditable: false, isRequired: true }),
            nr: field("int", { isEditable: false, isRequired: true }),
          },
          { primaryKey: ["kind", "nr"] },
        ),
      },
    });
    const create = async (body: object) => (await server.post("/api/data/task", body)).json as number;
    const find = async (condition: string, order = "id") =>
      pageOf(await server.get(paths.findByCondition("task", condition, order)));

    it.each(titled(odd))(
      "a field of the type enum keeps %s exactly, and a condition finds it",
      async (_, once) => {
        const id = await create({ once });
        const found = await find(`once=${JSON.stringify(once).replaceAll("\\n", "\n")}`);
        expect(found.items).toMatchObject([{ id, once, must: "a", state: null }]);
        // The value is unique.
        expectProblem(await server.post("/api/data/task", { once }), "unique-conflict", {
          errors: [{ path: "once", code: "not-unique", message: '"once" is taken by another record.' }],
        });
        expectJson(await server.delete(paths.record("task", id)), 200, { count: 1 });
      },
    );

    it.each(
      titled<readonly [unknown, string]>([
        ["Draft", "not-listed"],
        ["", "not-listed"],
        [1, "wrong-type"],
        [["draft"], "wrong-type"],
      ]),
    )("a field of the type enum rejects %s, and names the allowed values", async (_, [state, code]) => {
      const problem = expectProblem(await server.post("/api/data/task", { state }), "invalid-fields");
      const message = '"state" must be one of "review", "draft", "public".';
      const params = { values: ["review", "draft", "public"] };
      expect(problem.errors).toEqual([{ path: "state", code, message, params }]);
    });

    it("a required field of the type enum cannot be null", async () => {
      expectProblem(await server.post("/api/data/task", { must: null }), "invalid-fields");
    });

    it("enum values are case-sensitive, in conditions too", async () => {
      const ids = [await create({ once: "case" }), await create({ once: "Case" })];
      const own = `id>=${ids[0] ?? 0}&once>="50%_"`;
      expect((await find(`${own}&once<case`)).items.map(({ once }) => once)).toEqual(["Case"]);
      const both = await find(`${own}&once<=case`, "once");
      expect(both.items.map(({ once }) => once)).toEqual(["Case", "case"]);
    });

    describe("in conditions", () => {
      const made = async () => {
        const given = ["public", null, "draft", "review", "draft"];
        const ids: number[] = [];
        for (const state of given) ids.push(await create({ state }));
        return `id>=${ids[0] ?? 0}&id<=${ids.at(-1) ?? 0}`;
      };
      const statesOf = (items: readonly Record<string, unknown>[]) => items.map(({ state }) => state);

      it.each([
        ["state=draft", ["draft", "draft"]],
        ['state="draft"', ["draft", "draft"]],
        ["state= draft ", ["draft", "draft"]],
        ["state<>draft", ["review", "public"]],
        ["state<draft", ["review"]],
        ["state<=draft", ["review", "draft", "draft"]],
        ["state>draft", ["public"]],
        ["state>=draft", ["draft", "draft", "public"]],
        ["state>review&state<public", ["draft", "draft"]],
        ["state=null", [null]],
        ["state<>null", ["review", "draft", "draft", "public"]],
        ["(state=review|state=public)", ["review", "public"]],
      ])(
        "the condition %s finds records by an enum, in the order of its list",
        async (condition, expected) => {
          const { items, count } = await find(`(${await made()})&${condition}`, "state");
          expect(statesOf(items)).toEqual(expected);
          expect(count).toBe(expected.length);
        },
      );

      it("enum values are sorted in the order of their list, null first, and paged", async () => {
        const mine = await made();
        const sorted = [null, "review", "draft", "draft", "public"];
        expect(statesOf((await find(mine, "state")).items)).toEqual(sorted);
        expect(statesOf((await find(mine, "~state")).items)).toEqual(sorted.toReversed());
        const paged: unknown[] = [];
        for (let skip = 0; skip < 6; skip += 2) {
          const page = await server.get(
            `/api/data/task/public/findbycondition/state/${skip}/2/${encodeURIComponent(mine)}`,
          );
          paged.push(...statesOf(pageOf(page).items));
        }
        expect(paged).toEqual(sorted);
      });

      it.each([
        ["state=Draft", "not-listed", 'The value for "state" must be one of "review", "draft", "public".'],
        ['state=" draft"', "not-listed", 'The value for "state" must be one of "review", "draft", "public".'],
        ["state~dra", "operator", 'Field "state" is of type "enum": "~" is for texts only.'],
      ])("the condition %s on an enum is rejected", async (condition, code, message) => {
        const reply = await server.get(paths.findByCondition("task", condition));
        expectProblem(reply, "invalid-condition", { errors: [expect.objectContaining({ code, message })] });
      });
    });

    it("an enum value can change to another one, and to null", async () => {
      const id = await create({ state: "draft" });
      for (const state of ["public", null, "review"]) {
        const reply = await server.patch(
          paths.record("task", id),
          { state },
          { Prefer: "return=representation" },
        );
        expect(reply.json).toMatchObject({ id, state });
      }
      expectProblem(await server.patch(paths.record("task", id), { state: "x" }), "invalid-fields");
    });

    it("an enum can be part of a primary key", async () => {
      for (const kind of ["a b", "z"]) await server.post("/api/data/part", { kind, nr: 1 });
      const [first] = pageOf(await server.get(paths.findAll("part", "kind"))).items;
      expect(first).toMatchObject({ kind: "z", nr: 1 });
      const found = pageOf(await server.get("/api/data/part/public/findbyid/a%20b/1"));
      expect(found.items).toMatchObject([{ kind: "a b", nr: 1 }]);
      const problem = expectProblem(await server.get("/api/data/part/public/findbyid/A/1"), "invalid-id");
      expect(problem.errors).toMatchObject([{ path: "kind", code: "not-listed" }]);
    });
  });

  describe("enums in rules", () => {
    const server = serve({
      entities: {
        page: {
          fields: { state: field("enum", { values: states, isRequired: true }) },
          permissions: {
            read: [{ role: "guest", where: "state>=draft" }],
            create: [{ role: "guest", where: "state<public" }],
            update: ["guest"],
          },
        },
      },
    });

    it("enums in permission rules are compared in the order of their list", async () => {
      expectProblem(await server.post("/api/data/page", { state: "public" }), "forbidden");
      for (const state of ["review", "draft"])
        expect((await server.post("/api/data/page", { state })).status).toBe(201);
      const seen = pageOf(await server.get(paths.findAll("page")));
      expect(seen.items.map(({ state }) => state)).toEqual(["draft"]);
    });
  });
}

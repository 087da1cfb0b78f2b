import { beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "data-api";
import { expectProblem } from "../expectations.js";
import { field, plain } from "../fields.js";
import type { Harness } from "../harness.js";

/** Values that a body can contain: of each type, in texts, and with blanks. */
const values: readonly unknown[] = [
  ...[0, 1, 5, -1, 1.5, 1e21, 20_240_229, 123_456_789_012.3457, true, false],
  ...["", "0", "1", "5", " 5 ", "1.5", "x", "true", " true", "draft", " draft ", "2024", "2024-02-29"],
  ...["2024-02-29T12:00:00Z", "12:30", " 12:30", "P1D", "AP8=", "null", "@user.id", '["a"]'],
  ...["123e4567-e89b-42d3-a456-426614174000", " 123e4567-e89b-42d3-a456-426614174000"],
];

const fields = {
  text: field("string"),
  long: field("text"),
  markup: field("richtext"),
  state: field("enum", { values: ["draft", "1", "true"] }),
  listed: field("string", { values: ["draft", "1", "5", "x"] }),
  int: field("int"),
  bigint: field("bigint"),
  float: field("float"),
  decimal: field("decimal"),
  flag: field("boolean"),
  day: field("date"),
  at: field("datetime"),
  time: field("time"),
  stay: field("duration"),
  year: field("year"),
  uuid: field("uuid"),
  bytes: field("bytes", { maxLength: 20 }),
};
type Name = keyof typeof fields;
const names = Object.keys(fields) as Name[];
const texts: readonly Name[] = ["text", "long", "markup", "listed"];

const operators: readonly (readonly [
  name: string,
  fields: readonly Name[],
  test: (value: unknown) => unknown,
])[] = [
  ["a value", names, (value) => value],
  ...["eq", "ne", "gt", "gte", "lt", "lte"].map(
    (name) => [name, names, (value: unknown) => ({ [name]: value })] as const,
  ),
  ["a list", names, (value) => [value]],
  ...["in", "notIn"].map((name) => [name, names, (value: unknown) => ({ [name]: [value] })] as const),
  ...["contains", "notContains", "startsWith", "endsWith"].map(
    (name) => [name, texts, (value: unknown) => ({ [name]: value })] as const,
  ),
  ["ignoreCase", texts, (value) => ({ eq: value, ignoreCase: true })],
];

/** The mistakes of values beyond a limit of their field. As a condition, they match nothing. */
const beyond = new Set(["too-short", "too-long", "not-listed"]);

export function whereValueCases({ serve }: Harness): void {
  describe("the values of a condition as an object", () => {
    const server = serve({
      entities: {
        thing: plain({ ...fields, tags: field("list", { of: "string" }), extra: field("json") }),
        part: plain({
          thing: field("int", {
            foreignKey: { targetEntityName: "thing", resolvedEntityName: "whole", inverseName: "parts" },
          }),
          text: field("string"),
        }),
      },
    });
    const query = (where: unknown, more = {}) => server.post("/api/data/thing/query", { where, ...more });

    /** The mistakes that a create finds in the value, by field. */
    const known = new Map<unknown, ReadonlyMap<string, string>>();
    async function mistakesOf(value: unknown): Promise<ReadonlyMap<string, string>> {
      const found = known.get(value) ?? (await askMistakes(value));
      known.set(value, found);
      return found;
    }

    async function askMistakes(value: unknown): Promise<ReadonlyMap<string, string>> {
      const body = Object.fromEntries(names.map((name) => [name, value]));
      const reply = await server.post("/api/data/thing", body);
      if (reply.status === 201) return new Map();
      const { errors = [] } = expectProblem(reply, "invalid-fields");
      return new Map(errors.map(({ path, code }) => [path, code]));
    }

    it.each(operators)(
      "the values of a condition as an object are those that a create accepts, with %s",
      async (_, tested, test) => {
        for (const value of values) {
          const mistakes = await mistakesOf(value);
          const wrong = tested.filter((name) => {
            const code = mistakes.get(name);
            return code !== undefined && (!beyond.has(code) || fields[name].type === "enum");
          });
          const right = tested.filter((name) => !wrong.includes(name));
          const about = JSON.stringify(value);
          const accepted = await query({ or: right.map((name) => ({ [name]: test(value) })) });
          expect(accepted.status, `${about}: ${accepted.text}`).toBe(200);
          if (wrong.length === 0) continue;
          const problem = expectProblem(
            await query({
              or: names.filter((name) => tested.includes(name)).map((name) => ({ [name]: test(value) })),
            }),
            "invalid-condition",
          );
          const found = problem.errors?.map(({ path, code }) => [/\]\.(\w+)/.exec(path)?.[1], code]);
          expect(found, about).toEqual(wrong.map((name) => [name, mistakes.get(name)]));
        }
      },
    );

    const wrong = [
      { text: 5 },
      { text: { contains: true } },
      { text: { in: ["a", 5] } },
      { flag: 1 },
      { state: { ne: 1 } },
      { bytes: { gt: true } },
      { int: " 5 " },
      { tags: { has: 5 } },
      { tags: "[]" },
      { tags: ["a", 5] },
      { parts: { some: { text: 5 } } },
      { parts: { count: true } },
      { not: { text: { startsWith: 5 } } },
    ];

    it.each(wrong)(
      "the values of a condition as an object are checked wherever a condition may be: %j",
      async (where) => {
        const thing = "/api/data/thing";
        const json = encodeURIComponent(JSON.stringify(where));
        const text = { body: { text: "x" } };
        const replies = [
          await query(where),
          await query([where]),
          await query(undefined, { where: "int=1", select: { parts: { where: { whole: where } } } }),
          await server.post("/api/data/part/query", { where: { whole: where } }),
          await server.get(`${thing}?where=${json}`),
          await server.get(`${thing}/aggregate?select=count()&where=${json}`),
          await server.request("PATCH", `${thing}?where=${json}`, text),
          await server.delete(`${thing}?where=${json}`),
        ];
        for (const reply of replies) {
          const { errors = [] } = expectProblem(reply, "invalid-condition");
          expect(errors).toHaveLength(1);
        }
        const options = { where: where as never };
        const things = server.api.repository("thing");
        for (const reading of [
          things.find(options),
          things.aggregate({ count: true, ...options }),
          things.count(options.where),
        ]) {
          const error: unknown = await reading.then(
            () => "no error",
            (reason: unknown) => reason,
          );
          expect(error).toBeInstanceOf(ApiError);
          expect(error).toMatchObject({ code: "invalid-condition" });
        }
      },
    );

    it("the values of a condition as an object may be the exact text, and a date, bytes or a bigint in server code", async () => {
      const things = server.api.repository("thing");
      const at = new Date("2024-02-29T12:00:00Z");
      const { id } = await things.create({
        int: 77,
        at: at.toISOString(),
        bytes: "AP8=",
        bigint: 77,
        flag: true,
      });
      for (const where of [{ int: "77" }, { bigint: { in: ["77"] } }, { flag: "1", int: 77 }])
        expect((await query(where)).json).toMatchObject({ items: [{ id }] });
      const own = { at, bytes: Uint8Array.of(0, 255), bigint: 77n } as never;
      expect((await things.find({ where: own })).items).toMatchObject([{ id }]);
    });

    it("the values of a condition string are text without quotes", async () => {
      const things = server.api.repository("thing");
      const { id } = await things.create({ text: "8", flag: true, int: 88 });
      const reply = await server.get("/api/data/thing?where=text=8%26flag=1%26int=+88+");
      expect(reply.json).toMatchObject({ items: [{ id }] });
    });

    beforeAll(async () => {
      await server.api.repository("thing").create({ int: 1 });
    });
  });
}

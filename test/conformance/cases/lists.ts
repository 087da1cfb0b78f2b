import { describe, expect, it } from "vitest";
import type { FieldConfig } from "data-api";
import { expectProblem, pageOf } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { titled } from "../titled.js";

type ItemType = NonNullable<FieldConfig["of"]>;

/** A list as JSON text, the returned list if it differs, items that it has, and items that it has not. */
interface Sample {
  readonly list: string;
  readonly back?: string;
  readonly has: readonly string[];
  readonly hasNot: readonly string[];
}

const odd = [
  "it's",
  'a "b"',
  "back\\slash\\",
  "{a,b}",
  "NULL",
  "null",
  "",
  " ",
  " a ",
  "é",
  "e\u0301",
  "\u{1f600}",
  "a\nb",
  "$1",
  "A",
];

const samples: Readonly<Record<ItemType, Sample>> = {
  string: { list: JSON.stringify(odd), has: odd, hasNot: ["a", "a b", "É", "null ", "{}"] },
  text: { list: JSON.stringify(["x".repeat(300), "b", "b"]), has: ["b"], hasNot: ["B", "x"] },
  int: {
    list: '[1,"-2",2147483647,1e1]',
    back: "[1,-2,2147483647,10]",
    has: ["1", "-2", "10"],
    hasNot: ["2", "0"],
  },
  bigint: {
    list: '[9223372036854775807,"9007199254740993",-1]',
    back: '["9223372036854775807","9007199254740993",-1]',
    has: ["9223372036854775807", "9007199254740993", "-1"],
    hasNot: ["9223372036854775806", "9007199254740992", "1"],
  },
  float: {
    list: "[0.1,1e300,5e-324,-3,0.30000000000000004]",
    back: "[0.1,1e+300,5e-324,-3,0.30000000000000004]",
    has: ["0.1", "1e300", "5e-324", "-3"],
    hasNot: ["0.3", "3"],
  },
  decimal: {
    list: '["1234567890123456789012345678.0123456789",0.5,"-7.10"]',
    back: '["1234567890123456789012345678.0123456789","0.5","-7.1"]',
    has: ["1234567890123456789012345678.0123456789", "0.50", "-7.1"],
    hasNot: ["1234567890123456789012345678.0123456788", "7.1"],
  },
  boolean: { list: '[true,"1",true]', back: "[true,true,true]", has: ["true"], hasNot: ["false"] },
  date: { list: '["2024-02-29","0001-01-01"]', has: ["2024-02-29"], hasNot: ["2024-02-28"] },
  datetime: {
    list: '["2024-02-29T13:00:00+01:00","9999-12-31T23:59:59.999Z"]',
    back: '["2024-02-29T12:00:00.000Z","9999-12-31T23:59:59.999Z"]',
    has: ["2024-02-29T12:00:00Z", "2024-02-29T13:00:00+01:00"],
    hasNot: ["2024-02-29T12:00:00.001Z"],
  },
  time: {
    list: '["13:45:30.500","00:00","23:59:59.999"]',
    back: '["13:45:30.5","00:00:00","23:59:59.999"]',
    has: ["13:45:30.5", "00:00", "23:59:59.999"],
    hasNot: ["13:45:30", "23:59:59"],
  },
  uuid: {
    list: '["A9B1C2D3-0000-4000-8000-00000000000F"]',
    back: '["a9b1c2d3-0000-4000-8000-00000000000f"]',
    has: ["A9B1C2D3-0000-4000-8000-00000000000f"],
    hasNot: ["b9b1c2d3-0000-4000-8000-00000000000f"],
  },
};
const types = Object.keys(samples) as ItemType[];
const quote = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
const headers = { "Content-Type": "application/json", Prefer: "return=representation" };

export function listCases({ serve }: Harness): void {
  describe("lists", () => {
    const server = serve({
      entities: {
        thing: openEntity(Object.fromEntries(types.map((of) => [`some${of}`, field("list", { of })]))),
        note: openEntity({
          // SQL functions for JSON use this name for a column.
          value: field("list", { of: "string", maxLength: 5, maxItems: 3 }),
          id2: field("list", { of: "decimal", precision: 6, scale: 2, column: 'the "odd"' }),
          must: field("list", { of: "int", isRequired: true, default: [1, 2] }),
        }),
      },
    });
    const create = async (body: object) => (await server.post("/api/data/note", body)).json as number;
    const idsOf = async (entity: string, condition: string) =>
      pageOf(await server.get(paths.findByCondition(entity, condition))).items.map(({ id }) => id);

    it.each(types)("lists of %s are returned exactly, and found by conditions", async (of) => {
      const { list, back = list, has, hasNot } = samples[of];
      const name = `some${of}`;
      const created = await server.post("/api/data/thing", `{"${name}":${list}}`, headers);
      expect(created.text).toContain(`"${name}":${back},"`);
      const { id } = created.json as { id: number };
      const read = await server.get(paths.findById("thing", id));
      expect(read.text).toBe(`{"count":1,"items":[${created.text}]}`);
      const again = await server.patch(paths.record("thing", id), `{"${name}":${back}}`, headers);
      expect(again.text).toContain(`"${name}":${back},"`);

      const find = (condition: string) => idsOf("thing", `id=${id}&${condition}`);
      expect(await find(`${name}=${quote(back)}`)).toEqual([id]);
      expect(await find(`${name}<>${quote(back)}`)).toEqual([]);
      expect(await find(`${name}=[]`)).toEqual([]);
      expect(await find(`${name}<>[]`)).toEqual([id]);
      expect(await find(`${name}=null`)).toEqual([]);
      expect(await find(`${name}<>null`)).toEqual([id]);
      for (const item of has) expect(await find(`${name} has ${quote(item)}`), item).toEqual([id]);
      for (const item of hasNot) expect(await find(`${name} has ${quote(item)}`), item).toEqual([]);
    });

    it("a list with 150 mistakes reports the first hundred", async () => {
      const body = { someint: Array.from({ length: 150 }, () => "x") };
      const reply = await server.post("/api/data/thing", body);
      expectProblem(reply, "invalid-fields");
      const { errors, detail } = reply.json as { errors: readonly unknown[]; detail: string };
      expect(errors).toHaveLength(100);
      expect(detail).toMatch(/ There are 50 more mistakes\.$/);
    });

    it("a list can be empty, which differs from null", async () => {
      const [empty, none] = [await create({ value: [] }), await create({ value: null })];
      const mine = `id>=${empty}&id<=${none}`;
      expect(await idsOf("note", `${mine}&value=[]`)).toEqual([empty]);
      expect(await idsOf("note", `${mine}&value=null`)).toEqual([none]);
      expect(await idsOf("note", `${mine}&value<>["a"]`)).toEqual([empty]);
      expect(await idsOf("note", `${mine}&value has a`)).toEqual([]);
    });

    it("lists are equal only with the same items in the same order", async () => {
      const id = await create({ value: ["a", "b"], id2: ["1.50", 2] });
      const find = (condition: string) => idsOf("note", `id=${id}&${condition}`);
      expect(await find('value=["a","b"]')).toEqual([id]);
      expect(await find('value= [ "a" , "b" ] ')).toEqual([id]);
      expect(await find('id2=["1.5",2.00]&must=[1,2]&must has 2&value has"b"')).toEqual([id]);
      for (const other of ['["b","a"]', '["a"]', '["a","b","b"]', '["A","b"]', '["toolong"]'])
        expect(await find(`value=${other}`), other).toEqual([]);
      expect(await find("(value has b | value has x)")).toEqual([]);
      expect(await find("(value has x|value has b)")).toEqual([id]);
    });

    it.each(
      titled<readonly [object, readonly (readonly [string, string])[]]>([
        [{ value: "a" }, [["value", "wrong-type"]]],
        [{ value: { 0: "a" } }, [["value", "wrong-type"]]],
        [{ value: ["a", "b", "c", "d"] }, [["value", "too-long"]]],
        [{ value: ["a", null] }, [["value.1", "wrong-type"]]],
        [
          { value: ["a", 5, "toolong"] },
          [
            ["value.1", "wrong-type"],
            ["value.2", "too-long"],
          ],
        ],
        [{ value: [["a"]] }, [["value.0", "wrong-type"]]],
        [
          { id2: ["1.234", "1", "12345"] },
          [
            ["id2.0", "not-exact"],
            ["id2.2", "out-of-range"],
          ],
        ],
        [{ must: null }, [["must", "wrong-type"]]],
        [{ must: [1, "x"] }, [["must.1", "wrong-type"]]],
      ]),
    )("a field of the type list rejects %s", async (_, [body, mistakes]) => {
      const problem = expectProblem(await server.post("/api/data/note", body), "invalid-fields");
      expect(problem.errors?.map(({ path, code }) => [path, code])).toEqual(mistakes);
      for (const { path, message } of problem.errors ?? [])
        expect(message).toMatch(new RegExp(`^"${path}" .+\\.$`));
    });

    it.each([
      [
        "value<[]",
        "operator",
        'Field "value" is of type "list": it can only be tested with "=", "<>" and "has".',
      ],
      [
        "value~a",
        "operator",
        'Field "value" is of type "list": it can only be tested with "=", "<>" and "has".',
      ],
      ["id has 1", "operator", 'Field "id" is of type "int": "has" is for lists only.'],
      ["value=a", "wrong-type", 'The value for "value" must be a list in JSON, such as ["a","b"].'],
      ["must=[1,x]", "wrong-type", 'The value for "must" must be a list in JSON, such as ["a","b"].'],
      ['must=[1,"x"]', "wrong-type", 'The value for "must" has an item (1) that must be a whole number.'],
      ["must has x", "wrong-type", 'The value for "must" must be a whole number.'],
      ["value hasx", "syntax", 'Expected one of <> <= >= = < > ~ has at position 6, found "h".'],
      ["value hax x", "syntax", 'Expected one of <> <= >= = < > ~ has at position 6, found "h".'],
    ])("the condition %s with a mistake about lists is rejected", async (condition, code, message) => {
      const reply = await server.get(paths.findByCondition("note", condition));
      expectProblem(reply, "invalid-condition", { errors: [expect.objectContaining({ code, message })] });
    });

    it("records cannot be sorted by a list", async () => {
      expectProblem(await server.get(paths.findAll("note", "value")), "invalid-order");
    });
  });

  describe("lists in rules", () => {
    const server = serve({
      entities: {
        page: {
          fields: { tags: field("list", { of: "string", isRequired: true }) },
          permissions: {
            read: [{ role: "guest", where: "tags has public" }],
            create: [{ role: "guest", where: 'tags has public|tags=["draft"]' }],
          },
        },
      },
    });

    it("permission rules with conditions on lists apply to the items", async () => {
      for (const tags of [["a", "public"], ["draft"]])
        expect((await server.post("/api/data/page", { tags })).status).toBe(201);
      expectProblem(await server.post("/api/data/page", { tags: ["draft", "a"] }), "forbidden");
      const seen = pageOf(await server.get(paths.findAll("page")));
      expect(seen.items.map(({ tags }) => tags)).toEqual([["a", "public"]]);
    });
  });
}

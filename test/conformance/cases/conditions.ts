import { beforeAll, describe, expect, it } from "vitest";
import { quoteValue } from "data-api";
import { pageOf, pluck } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

export function conditionCases({ serve }: Harness): void {
  describe("on a field of each type", () => {
    const server = serve({
      entities: {
        thing: openEntity({
          astring: field("string"),
          atext: field("text"),
          arichtext: field("richtext"),
          anint: field("int"),
          abigint: field("bigint"),
          afloat: field("float"),
          adecimal: field("decimal"),
          aboolean: field("boolean"),
          adate: field("date"),
          adatetime: field("datetime"),
          atime: field("time"),
          aduration: field("duration"),
          ayear: field("year"),
          auuid: field("uuid"),
          ajson: field("json"),
        }),
      },
    });

    /** The ids of the records, in order: not all databases count by 1. */
    const ids: unknown[] = [];

    /** Three records with values in ascending order, and a fourth that is all null. */
    beforeAll(async () => {
      const records = [
        {
          ...{
            astring: "apple",
            atext: "apple",
            arichtext: "<p>apple</p>",
            anint: -5,
            abigint: "-9007199254740993",
          },
          ...{ afloat: -0.5, adecimal: "-10.5", aboolean: false, adate: "0001-01-01" },
          ...{ atime: "00:00", aduration: "-P1M", ayear: 0 },
          ...{ adatetime: "0001-01-01T00:00:00Z", auuid: "00000000-0000-0000-0000-000000000001", ajson: {} },
        },
        {
          ...{ astring: "banana", atext: "banana", arichtext: "<p>banana</p>", anint: 0, abigint: 9 },
          ...{ afloat: 0.30000000000000004, adecimal: "9.5", aboolean: true, adate: "2024-02-29" },
          ...{ atime: "12:00:00.5", aduration: "P1DT12H", ayear: 1999 },
          ...{
            adatetime: "2024-02-29T12:00:00.5Z",
            auuid: "aaaaaaaa-0000-0000-0000-000000000001",
            ajson: [],
          },
        },
        {
          ...{
            astring: "cherry",
            atext: "cherry",
            arichtext: "<p>cherry</p>",
            anint: 7,
            abigint: "9007199254740993",
          },
          ...{ afloat: 1e308, adecimal: "10", aboolean: true, adate: "9999-12-31" },
          ...{ atime: "23:59:59.999", aduration: "P1M", ayear: 2155 },
          ...{
            adatetime: "9999-12-31T23:59:59.999Z",
            auuid: "ffffffff-0000-0000-0000-000000000001",
            ajson: 0,
          },
        },
        {},
      ];
      for (const record of records) ids.push((await server.api.repository("thing").create(record)).id);
    });

    const ordered: Readonly<Record<string, readonly [first: string, middle: string, last: string]>> = {
      astring: ["apple", "banana", "cherry"],
      atext: ["apple", "banana", "cherry"],
      arichtext: ["<p>apple</p>", "<p>banana</p>", "<p>cherry</p>"],
      anint: ["-5", "0", "7"],
      abigint: ["-9007199254740993", "9", "9007199254740993"],
      afloat: ["-0.5", "0.30000000000000004", "1e308"],
      adecimal: ["-10.5", "9.50", "10.0"],
      adate: ["0001-01-01", "2024-02-29", "9999-12-31"],
      adatetime: ["0001-01-01T02:00:00+02:00", "2024-02-29T12:00:00.500Z", "9999-12-31T23:59:59.999Z"],
      atime: ["00:00", "12:00:00.500", "23:59:59.999"],
      aduration: ["P-1M", "P1DT720M", "P1M"],
      ayear: ["0", "1999", "2155"],
      auuid: [
        "00000000-0000-0000-0000-000000000001",
        "AAAAAAAA-0000-0000-0000-000000000001",
        "ffffffff-0000-0000-0000-000000000001",
      ],
    };

    /** The positions, from 1, of the records that a condition finds. */
    async function found(condition: string): Promise<readonly number[]> {
      const reply = await server.get(paths.findByCondition("thing", condition));
      return pluck(reply, "id").map((id) => ids.indexOf(id) + 1);
    }

    for (const [name, [first, middle, last]] of Object.entries(ordered)) {
      it.each([
        ["=", first, [1]],
        ["=", middle, [2]],
        ["=", last, [3]],
        ["<>", middle, [1, 3]],
        ["<", first, []],
        ["<", middle, [1]],
        ["<", last, [1, 2]],
        ["<=", first, [1]],
        ["<=", middle, [1, 2]],
        [">", first, [2, 3]],
        [">", middle, [3]],
        [">", last, []],
        [">=", middle, [2, 3]],
        [">=", last, [3]],
      ] as const)(
        `the condition ${name} %s %s finds the right records, bare and quoted`,
        async (operator, value, ids) => {
          expect(await found(`${name}${operator}${value}`)).toEqual(ids);
          expect(await found(`${name} ${operator}${quoteValue(value)}`)).toEqual(ids);
        },
      );
    }

    it.each([
      ["aboolean=true", [2, 3]],
      ["aboolean=1", [2, 3]],
      ["aboolean=false", [1]],
      ["aboolean=0", [1]],
      ["aboolean<>true", [1]],
      ["aboolean<true", [1]],
      ["aboolean<=true", [1, 2, 3]],
      ["aboolean>false", [2, 3]],
      ["aboolean>=true", [2, 3]],
    ])("the condition %s on a boolean finds the right records", async (condition, ids) => {
      expect(await found(condition)).toEqual(ids);
    });

    it.each([...Object.keys(ordered), "aboolean", "ajson"])("a condition tests %s for null", async (name) => {
      expect(await found(`${name}=null`)).toEqual([4]);
      expect(await found(`${name}<>null`)).toEqual([1, 2, 3]);
      expect(await found(`${name} = null `)).toEqual([4]);
    });

    it.each([
      ["astring~an", [2]],
      ["astring~a", [1, 2]],
      ["atext~rr", [3]],
      ["arichtext~<p>", [1, 2, 3]],
      ["arichtext~/", [1, 2, 3]],
      ["astring~x", []],
      ["astring~APPLE", []],
      ["astring~", [1, 2, 3]],
      ['astring~""', [1, 2, 3]],
    ])("the condition %s on a text finds the right records", async (condition, ids) => {
      expect(await found(condition)).toEqual(ids);
    });

    it.each(["id", "createdat", "updatedat"])(
      "a condition accepts the server's own field %s",
      async (name) => {
        const [record] = pageOf(await server.get(paths.findById("thing", Number(ids[1])))).items;
        expect(await found(`${name}=${String(record?.[name])}`)).toContain(2);
        expect(await found(`${name}<>null`)).toEqual([1, 2, 3, 4]);
      },
    );

    it("a condition ignores blanks around values other than texts", async () => {
      expect(await found(" anint = 0 ")).toEqual([2]);
      expect(await found("\tadate\n=\r2024-02-29 ")).toEqual([2]);
      expect(await found('anint= "7" ')).toEqual([3]);
      expect(await found("aboolean= true &anint =0")).toEqual([2]);
    });

    it.each([
      ["anint=0|anint=7&astring=apple", [2]],
      ["anint=7&astring=apple|anint=0", [2]],
      ["(anint=0|anint=7)&astring=cherry", [3]],
      ["astring=cherry&(anint=0|anint=7)", [3]],
      ["anint=0|(anint=7&astring=cherry)", [2, 3]],
      ["anint=-5|anint=0|anint=7", [1, 2, 3]],
      ["anint<>-5&anint<>0&anint<>7", []],
      ["((anint=0))", [2]],
      [" ( anint=0 ) | ( ( anint=7 ) ) ", [2, 3]],
      ["(astring~a&(anint=-5|(anint=0&aboolean=true)))|astring=null", [1, 2, 4]],
      ["ASTRING=apple", [1]],
    ])("the combined condition %s finds the right records", async (condition, ids) => {
      expect(await found(condition)).toEqual(ids);
    });

    it("a condition accepts 32 levels of parentheses", async () => {
      expect(await found(`${"(".repeat(32)}anint=0${")".repeat(32)}`)).toEqual([2]);
    });

    it("a condition accepts 100 comparisons", async () => {
      const terms = Array.from({ length: 100 }, (_, index) => `anint=${index + 7}`);
      expect(await found(terms.join("|"))).toEqual([3]);
      expect(await found(terms.map((term) => `(${term})`).join("|"))).toEqual([3]);
      expect(await found(Array.from({ length: 100 }, () => "anint<>0").join("&"))).toEqual([1, 3]);
    });

    it("a condition accepts 4096 characters", async () => {
      const terms = Array.from({ length: 4 }, () => `astring=${"x".repeat(1010)}|`);
      expect(await found(`${terms.join("")}anint=0`.padStart(4096))).toEqual([2]);
    });

    it("a condition finds nothing by a text that is longer than the field", async () => {
      expect(await found(`astring=${"x".repeat(300)}`)).toEqual([]);
    });

    it("a condition counts the matching records, and returns a page of them", async () => {
      const reply = await server.get(paths.findByCondition("thing", "anint<>null", "~anint", 1, 1));
      expect(pageOf(reply)).toMatchObject({ count: 3, items: [{ anint: 0 }] });
    });
  });

  describe("on texts with special characters and words", () => {
    const texts = [
      "",
      " ",
      " a",
      "a ",
      "null",
      "NULL",
      "100%",
      "100",
      "a_c",
      "abc",
      "[a]",
      "a",
      "\\",
      "\\\\",
      '"',
      'say "hi"',
      "'",
      "'; DROP TABLE note; --",
      "a&b",
      "a|b",
      "(a)",
      "a)",
      "=",
      "<>",
      "~",
      "a=b",
      "\u00e4",
      "a\u0308",
      "Ä",
      "日本",
      "\u{1f600}",
      "line\nbreak",
      "tab\t",
      "a/b",
      "a%2Fb",
      "?x#y",
      "+",
      "\u00a0",
      "\ufeff",
    ];
    const server = serve({ entities: { note: openEntity({ text: field("string") }) } });

    beforeAll(async () => {
      for (const text of texts) await server.api.repository("note").create({ text });
    });

    async function found(condition: string): Promise<unknown[]> {
      return pluck(await server.get(paths.findByCondition("note", condition)), "text");
    }

    it.each(texts)("a condition finds exactly the quoted text %j", async (text) => {
      expect(await found(`text=${quoteValue(text)}`)).toEqual([text]);
      expect(await found(`text<>${quoteValue(text)}`)).toEqual(texts.filter((each) => each !== text));
    });

    const bare = texts.filter((text) => !/[&|)]|^\s*"/.test(text) && text !== "null");
    it.each(bare)("a condition finds exactly the bare text %j", async (text) => {
      expect(await found(`text=${text}`)).toEqual([text]);
    });

    it.each(texts.filter((text) => text !== ""))(
      "a condition finds the texts that contain exactly %j",
      async (text) => {
        expect(await found(`text~${quoteValue(text)}`)).toEqual(texts.filter((each) => each.includes(text)));
      },
    );

    it("a condition reads a bare null as null, and a quoted one as text", async () => {
      expect(await found("text=null")).toEqual([]);
      expect(await found("text<>null")).toEqual(texts);
      expect(await found('text="null"')).toEqual(["null"]);
      expect(await found("text~null")).toEqual(["null"]);
      expect(await found("text=NULL")).toEqual(["NULL"]);
    });

    it("a condition keeps the blanks of a bare text", async () => {
      expect(await found("text= ")).toEqual([" "]);
      expect(await found("text= a")).toEqual([" a"]);
      expect(await found("text=a |text=x")).toEqual(["a "]);
    });

    it("a bare text in a condition ends at the next &, | or )", async () => {
      expect(await found("text=a|text=abc")).toEqual(["abc", "a"]);
      expect(await found("(text=a)")).toEqual(["a"]);
      expect(await found("text=(a|text=x")).toEqual([]);
    });
  });
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { where, type WhereInput } from "data-api";
import { formatCondition } from "../../../runtime/condition/format-condition.js";
import { parseWhere } from "../../../runtime/condition/parse-condition.js";
import { withoutPlaces } from "./arbitrary-where.js";

const text = (template: ReturnType<typeof where>) => formatCondition(template.condition);

describe("the template of a condition", () => {
  it("the template of a condition takes values of every kind", () => {
    const views = 3;
    expect(text(where`title=${'a"b'}&views > ${views}|x=${null}`)).toBe('title="a\\"b"&views>3|x=null');
    expect(text(where`a=${true}&b=${12345678901234567890n}&c<${new Date(0)}&tags has ${"x"}`)).toBe(
      'a=true&b=12345678901234567890&c<"1970-01-01T00:00:00.000Z"&tags has "x"',
    );
    expect(text(where`a=${["x", 1, null]}&b<>${[]}&c=[${1}, ${"]"},d]&e=*${"x"}`)).toBe(
      'a=["x",1,null]&b<>[]&c=[1,"]",d]&e=*"x"',
    );
    expect(text(where`comments(text~${"x"})&!(author.name=${"y"})`)).toBe(
      'comments(text~"x")&!(author.name="y")',
    );
  });

  it("the template of a condition takes other conditions", () => {
    const mine = where`ownerid=@user.id|shared=${true}`;
    expect(text(where`${mine}&title=${"x"}`)).toBe('(ownerid=@user.id|shared=true)&title="x"');
  });

  it("the template of a condition keeps any content of an input inside its value", () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '"',
        "\\",
        '\\"',
        '"&id>0|a="',
        "x&id>0",
        "*",
        "[a]",
        "@user.id",
        "null",
        "\0",
        ")",
        ";",
      ),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(hostile, hostile, (first, second) => {
        const { condition } = where`title=${first}&(a~*${second}|b=[${first},${second}])`;
        const one = (input: string) => ({ text: input, isQuoted: true });
        expect(condition).toMatchObject({
          kind: "and",
          conditions: [
            { path: ["title"], value: one(first) },
            { kind: "or", conditions: [{ value: one(second) }, { value: [one(first), one(second)] }] },
          ],
        });
        expect(withoutPlaces(parseWhere(formatCondition(condition)))).toEqual(withoutPlaces(condition));
      }),
      { seed: 20_170_106, numRuns: 2000 },
    );
  });

  it("the template of a condition rejects an input that is not a whole value", () => {
    const input = "x";
    for (const make of [
      () => where`title="${input}"`,
      () => where`title=a${input}`,
      () => where`title=${input}b`,
      () => where`title=${input}${input}`,
      () => where`${input}=1`,
      () => where`title${input}1`,
      () => where`title=1&${input}`,
      () => where`title~${["a"]}`,
      () => where`title=[${["a"]}]`,
      () => where`title=${where`a=1`}`,
      () => where`extra."${input}"=1`,
      () => where`count(${input})=1`,
      () => where`a=@user.${input}`,
      () => where`title=a${input}&b=${input}`,
    ])
      expect(make).toThrow();
  });

  it("the template of a condition rejects a value of another type", () => {
    for (const input of [undefined, Number.NaN, {}, () => 1, Symbol("x"), [undefined], [[1]]])
      expect(() => where`title=${input as unknown as WhereInput}`).toThrow("An input of a condition must be");
  });

  it("the template of a condition rejects a text that contains the marker of inputs", () => {
    expect(() => where`title=\0&a=${1}`).toThrow("U+0000");
  });
});

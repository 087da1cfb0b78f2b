import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactNumber } from "../../../runtime/model/values/exact-number.js";
import { isExactNumber } from "../../../runtime/model/values/scalars.js";
import { parseStoredJson, toJsonText } from "../../../runtime/model/values/exact-json.js";

/** Numbers of any length, in the shortest form that JSON has for them. */
const number = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.stringMatching(/^(?:\d{0,39}[1-9])?$/))
  .map(([isNegative, whole, decimals]) => {
    const text = `${String(whole)}${decimals === "" ? "" : `.${decimals}`}`;
    return isNegative && /[1-9]/.test(text) ? `-${text}` : text;
  })
  // JavaScript prints numbers with an exponent itself if a double holds them.
  .filter((text) => !isExactNumber(text) || !String(Number(text)).includes("e"));

const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    number,
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom("true", "false", "null"),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    fc
      .uniqueArray(fc.tuple(fc.stringMatching(/^(?:[a-z]{1,5}|__proto__|toJSON)$/), tie("value")), {
        maxLength: 4,
        selector: ([name]) => name,
      })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
  ),
})).value;

describe("JSON with numbers beyond a double", () => {
  it("JSON with numbers beyond a double is the same text after it has been parsed and printed", () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(toJsonText(parseStoredJson(text))).toBe(text);
      }),
      { examples: [['{"a":[12345678901234567890,{"b":0.1234567890123456789,"__proto__":1}]}']] },
    );
  });

  it("a number beyond a double is rounded by JSON.stringify, like all numbers", () => {
    const [value] = parseStoredJson("[9007199254740993]") as readonly unknown[];
    expect(value).toBeInstanceOf(ExactNumber);
    expect(String(value)).toBe("9007199254740993");
    expect(JSON.stringify({ value })).toBe('{"value":9007199254740992}');
  });
});

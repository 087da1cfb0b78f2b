import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "data-api";
import { formatCondition } from "../../../runtime/condition/format-condition.js";
import { comparisonsOf, type Condition } from "../../../runtime/condition/nodes.js";
import { parseCondition, parseWhere, parseWherePart } from "../../../runtime/condition/parse-condition.js";
import { arbitraryWhere, withoutPlaces } from "./arbitrary-where.js";

fc.configureGlobal({ seed: 20_170_103 });

describe("a condition of where", () => {
  it("a condition of where is the same after it has been printed and parsed", () => {
    fc.assert(
      fc.property(arbitraryWhere, (tree) => {
        expect(withoutPlaces(parseWhere(formatCondition(tree)))).toEqual(tree);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    [
      "title^=*x",
      { path: ["title"], operator: "^=", ignoresCase: true, value: { text: "x", isQuoted: false } },
    ],
    ["title!~x", { operator: "!~", ignoresCase: false }],
    ["title = x", { value: { text: " x", isQuoted: false } }],
    ["views<*x", { operator: "<", ignoresCase: false, value: { text: "*x" } }],
    [
      'a=[ b , "c d",null,@user.id ]',
      { value: [{ text: "b" }, { text: "c d" }, { text: "null", isQuoted: false }, { claim: "id" }] },
    ],
    ["a<>[]", { value: [] }],
    ["a~[b]", { value: { text: "[b]" } }],
    ["a= @user.id ", { value: { claim: "id" } }],
    ['a="@user.id"', { value: { text: "@user.id", isQuoted: true } }],
    ["a=@user", { value: { text: "@user", isQuoted: false } }],
    ['extra."a.b".c=1', { path: ["extra", "a.b", "c"] }],
    ["count(distinct x)>=3", { call: "count", path: ["distinct x"], operator: ">=" }],
    ["count()=3", { call: "count", path: [] }],
  ])("a comparison of where is parsed: %s", (text, expected) => {
    expect(parseWhere(text)).toMatchObject(expected);
  });

  it.each([
    ["comments(text~x)", { kind: "some", path: ["comments"], position: 0 }],
    ["count(text~x)", { kind: "some", path: ["count"] }],
    ["comments(tags has x)", { kind: "some", path: ["comments"] }],
    ["a.b ( c=1 )", { kind: "some", path: ["a", "b"] }],
    ["! ( a=1 )", { kind: "not", condition: { kind: "comparison" } }],
  ])("a relation or negation of where is parsed: %s", (text, expected) => {
    expect(parseWhere(text)).toMatchObject(expected);
  });

  it.each([
    ["a==b", 2, 'Compare with "=". Write a value that begins with "=" in quotes.'],
    ["!a=1", 1, 'Expected "(" at position 1, found "a".'],
    ["a=[b", 4, 'Expected "," or "]" at position 4, found the end.'],
    ["a=[b,]", 5, 'Expected a value at position 5, found "]".'],
    ["a=[b&c]", 4, 'Expected "," or "]" at position 4, found "&".'],
    ["a=[[b]]", 3, 'Expected a value at position 3, found "[".'],
    ["a=[b]c", 5, 'Expected "&", "|" or the end at position 5, found "c".'],
    ["a.=1", 2, 'Expected a field name, "(" or "!(" at position 2, found "=".'],
    ["a!x", 1, 'Expected one of <> <= >= !~ ^= $= = < > ~ has at position 1, found "!".'],
    ["comments(a=1", 12, 'Expected "&", "|" or ")" at position 12, found the end.'],
    [`${"!(".repeat(33)}a=1`, 65, "Parentheses may be at most 32 deep."],
    [`${"a(".repeat(33)}a=1`, 65, "Parentheses may be at most 32 deep."],
    [`${"a.".repeat(40)}a=1`, 63, "A path may have at most 32 names."],
    [`a=[${"1,".repeat(1000)}1]`, 2, "A list may have at most 1000 values."],
  ])("the parser of where explains the mistake: %s", (text, position, message) => {
    expect(mistakeOf(text)).toEqual([
      { path: "where", position, message, code: expect.any(String) as string },
    ]);
  });

  it("a condition of where counts a list as one comparison, and limits the length of each of its values", () => {
    const limits = { maxConditionLength: 4096, maxConditionTerms: 1, maxConditionValueLength: 3 };
    expect(parseWhere("a=[1,2,3]", limits)).toMatchObject({ kind: "comparison" });
    expect(() => parseWhere("a=1&b(c=2)", limits)).toThrow("A condition may have at most 1 comparisons.");
    expect(() => parseWhere("a=[1,2345]", limits)).toThrow("has 4 characters");
    expect(() => parseWhere("a=@user.long", limits)).toThrow("has 4 characters");
  });

  it("a condition of where ends before a semicolon or parenthesis in a larger text", () => {
    const text = "comments(text;where=a=x y&b=[1;2];take=3)";
    const { condition, end } = parseWherePart(text, text.indexOf("where=") + 6);
    expect(text.slice(end)).toBe(";take=3)");
    expect(comparisonsOf(condition).map(({ fieldPosition }) => fieldPosition)).toEqual([20, 26]);
    expect(parseWherePart("c(where=a=x)", 8)).toMatchObject({ end: 11 });
    expect(() => parseWherePart("c(where=!a", 8, undefined, "select")).toThrow("position 9");
  });

  it("a condition in a path keeps its former syntax, without lists, claims, relations and negations", () => {
    const value = (text: string) => comparisonsOf(parseCondition(text)).map((each) => each.value);
    for (const text of ["=[a,b]", "=*x", "~*x", "=@user.x"])
      expect(value(`title${text}`)).toEqual([{ text: text.slice(1), isQuoted: false }]);
    expect(parseCondition("a.b=1")).toMatchObject({ path: ["a.b"] });
    expect(() => parseCondition("!(a=1)")).toThrow("Expected one of <> <= >= = < > ~ has");
    expect(() => parseCondition("a^=1")).not.toThrow();
  });
});

describe("any text", () => {
  const marks = fc.constantFrom(
    ...'& | ( ) " \\ = < > ~ ! ^ $ * [ ] , . ; @ \0'.split(" "),
    " ",
    "null",
    "title",
    "@user.id",
    "count(",
    "comments(",
    '"a"',
    "!(",
    "=[",
  );
  it("any text is a condition of where that can be printed, or a mistake with a position", () => {
    const texts = fc.array(fc.oneof(marks, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 40 });
    let printed = 0;
    let rejected = 0;
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join("");
        const outcome = attempt(text);
        if (outcome instanceof ApiError) {
          rejected++;
          expect(outcome.issues[0]?.position).toBeGreaterThanOrEqual(0);
          expect(outcome.issues[0]?.position).toBeLessThanOrEqual(text.length);
        } else {
          printed++;
          expect(withoutPlaces(parseWhere(formatCondition(outcome)))).toEqual(withoutPlaces(outcome));
        }
      }),
      { numRuns: 5000 },
    );
    expect(rejected).toBeGreaterThan(1_000);
    expect(printed).toBeGreaterThan(10);
  });

  it.each([
    "a(",
    "a(b",
    "!(",
    "a.",
    'a."b"',
    "a=[1,",
    "a=[ ,",
    "count()",
    "count(x) ",
    "count( ",
    "(()   ",
    "a=@user.",
    "a=*",
    '"',
  ])("the parser of where takes time in proportion to the length of a text: %s repeated", (part) => {
    const [short, long] = [1024, 4096].map((length) => workOf(part.repeat(length / part.length)));
    expect(long ?? 0).toBeLessThanOrEqual(5 * (short ?? 0) + 500);
    expect(long ?? 0).toBeLessThanOrEqual(6 * 4096);
  });
});

/** How often patterns are tried, plus the number of characters that they match. */
function workOf(text: string): number {
  let work = 0;
  const exec = Object.getOwnPropertyDescriptor(RegExp.prototype, "exec")?.value as Exec;
  const spy = vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, input: string) {
    const found = exec.call(this, input);
    work += 1 + (found?.[0].length ?? 0);
    return found;
  });
  attempt(text);
  spy.mockRestore();
  return work;
}

type Exec = (this: RegExp, input: string) => RegExpExecArray | null;

function attempt(text: string): Condition | ApiError {
  try {
    return parseWhere(text);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function mistakeOf(text: string): unknown {
  const outcome = attempt(text);
  return outcome instanceof ApiError ? outcome.issues : outcome;
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError, ExactNumber, where } from "data-api";
import { formatCondition } from "../../../runtime/condition/format-condition.js";
import { parseWhere } from "../../../runtime/condition/parse-condition.js";
import { parseWhereObject } from "../../../runtime/condition/parse-where-object.js";
import { withoutPlaces } from "./arbitrary-where.js";

const text = (object: unknown) => formatCondition(parseWhereObject(object));

describe("a condition as an object", () => {
  it.each([
    [{ views: { gt: 10 } }, "views>10"],
    [{ title: "x" }, 'title="x"'],
    [{ title: { contains: "X", ignoreCase: true } }, 'title~*"X"'],
    [{ views: { gte: 1, lt: 5 } }, "views>=1&views<5"],
    [{ title: { gt: "a", startsWith: "b", ignoreCase: true } }, 'title>"a"&title^=*"b"'],
    [{ status: ["draft", "sent"] }, 'status=["draft","sent"]'],
    [{ status: { notIn: ["draft", null] } }, 'status<>["draft",null]'],
    [{ status: { in: [] } }, "status=[]"],
    [{ title: null, views: { ne: null } }, "title=null&views<>null"],
    [{ title: "null" }, 'title="null"'],
    [{ title: "@user.id" }, 'title="@user.id"'],
    [{ ownerid: { claim: "id" } }, "ownerid=@user.id"],
    [{ ownerid: { in: [{ claim: "id" }, 3] } }, "ownerid=[@user.id,3]"],
    [{ author: { username: "anna" } }, 'author(username="anna")'],
    [{ author: { name: { ne: "a" }, age: 3 } }, 'author(name<>"a"&age=3)'],
    [{ author: null }, "author=null"],
    [
      { comments: { some: { text: { contains: "x" } }, none: "likes>1" } },
      'comments(text~"x")&!(comments(likes>1))',
    ],
    [{ comments: { count: { gt: 3 } } }, "count(comments)>3"],
    [{ comments: { count: 3 } }, "count(comments)=3"],
    [{ extra: { path: ["a b", "c"], eq: "red" } }, 'extra."a b".c="red"'],
    [{ tags: { has: "a" } }, 'tags has "a"'],
    [{ or: [{ a: 1 }, "b=2|c=3", { not: { d: true } }] }, "a=1|(b=2|c=3)|!(d=true)"],
    [{ and: [{ a: 1 }], b: 2 }, "a=1&b=2"],
    [{ a: { eq: 12345678901234567890n } }, "a=12345678901234567890"],
    [{ a: new ExactNumber("0.10000000000000000000001") }, "a=0.10000000000000000000001"],
    [{ a: new Date(0) }, 'a="1970-01-01T00:00:00.000Z"'],
    [{ a: new Uint8Array([0, 255]) }, 'a="AP8="'],
    [{ notContains: { notContains: "x" }, endsWith: { endsWith: "y" } }, 'notContains!~"x"&endsWith$="y"'],
    ["views>3", "views>3"],
    [where`title=${"x"}`, 'title="x"'],
    [{ not: where`a=${1}&b=${2}` }, "!(a=1&b=2)"],
  ])("a condition as an object is parsed like its text: %#", (object, expected) => {
    expect(text(object)).toBe(expected);
    expect(withoutPlaces(parseWhere(expected))).toEqual(withoutPlaces(parseWhereObject(object)));
  });

  it.each([
    [{ author: { username: undefined } }, "where.author.username", "must be text"],
    [{ a: { gt: null } }, "where.a.gt", "must not be null"],
    [{ a: { in: 3 } }, "where.a.in", "must be a list of values"],
    [{ a: { gt: [1] } }, "where.a.gt", "must be one value"],
    [{ a: [1, { b: 1 }] }, "where.a[1]", "must be text"],
    [{ a: { ignoreCase: true } }, "where.a", "must have an operator"],
    [{ a: { gt: 1, ignoreCase: true } }, "where.a", "must have an operator"],
    [{ a: { eq: "x", ignoreCase: 1 } }, "where.a.ignoreCase", "must be true or false"],
    [{ or: { a: 1 } }, "where.or", "must be a list of conditions"],
    [{ and: [1] }, "where.and[0]", "must be an object or a condition string"],
    [{ or: ["a=1", "b="], not: "c!" }, "where.not", "Expected one of"],
    [{ a: { claim: 3 } }, "where.a.claim", "must be the name of a claim"],
    [{ a: { claim: "x)|id>0|(a=@user.x" } }, "where.a.claim", "must be the name of a claim"],
    [{ extra: { path: [], eq: 1 } }, "where.extra.path", "must be a list of 1 to 31 keys"],
    [{ extra: { path: [1], eq: 1 } }, "where.extra.path", "must be a list of texts"],
    [{ extra: { path: ["a"] } }, "where.extra", "must have an operator"],
    [{ comments: { count: { near: 1 } } }, "where.comments.count.near", 'Unknown operator "near"'],
    [{ a: Number.NaN }, "where.a", "must be text"],
    [{ a: new Date(Number.NaN) }, "where.a", "must be text"],
    [{ a: () => 1 }, "where.a", "must be text"],
    [new Map([["a", 1]]), "where", "must be an object or a condition string"],
    [[], "where", "must be an object or a condition string"],
    [null, "where", "must be an object or a condition string"],
  ])("the parser of a condition as an object explains the mistake: %#", (object, path, message) => {
    const { issues, code } = mistakeOf(object);
    expect(code).toBe("invalid-condition");
    expect(issues).toMatchObject([{ path }]);
    expect(issues[0]?.message).toContain(message);
  });

  it("a condition as an object is limited in depth, in comparisons, in values and in the length of each value", () => {
    const deep = (levels: number): object => (levels === 0 ? { a: 1 } : { not: deep(levels - 1) });
    expect(text(deep(32))).toContain("a=1");
    expect(mistakeOf(deep(33)).issues).toMatchObject([{ code: "too-deep" }]);
    expect(mistakeOf(deep(5000)).issues).toMatchObject([{ code: "too-deep" }]);
    const nested = (levels: number): object => (levels === 0 ? { a: 1 } : { author: nested(levels - 1) });
    expect(mistakeOf(nested(5000)).issues).toMatchObject([{ code: "too-deep" }]);
    const limits = { maxConditionLength: 20, maxConditionTerms: 2, maxConditionValueLength: 5 };
    const codeOf = (object: unknown) => mistakeOf(object, limits).issues[0]?.code;
    expect(codeOf({ a: 1, b: 2, c: 3 })).toBe("too-many-terms");
    expect(codeOf({ a: {}, b: {}, or: [] })).toBe("too-many-terms");
    expect(codeOf({ a: "123456" })).toBe("value-too-long");
    expect(codeOf({ a: ["123456"] })).toBe("value-too-long");
    expect(codeOf({ and: ["title=abcdefghijklmnopq"] })).toBe("too-long");
    expect(codeOf({ a: Array.from({ length: 1001 }, () => 1) })).toBe("too-many-values");
    expect(codeOf({ or: Array.from({ length: 1001 }, () => ({ a: 1 })) })).toBe("too-many-values");
    for (const most of [
      { a: 1, b: 2 },
      { a: {}, or: [] },
      { a: "12345", b: ["12345"] },
      { and: ["aaaaaaa=1&bbbbbbb=12"] },
      { a: Array.from({ length: 1000 }, () => 1) },
    ])
      expect(() => parseWhereObject(most, limits)).not.toThrow();
    const many = { a: Array<number>(1000).fill(1), or: Array<object>(1000).fill({ a: 1 }) };
    expect(() => parseWhereObject(many)).not.toThrow();
  });

  it.each([{}, { or: [] }, { comments: { every: { a: 1 } } }, { not: { or: [{ a: 1 }, {}] } }])(
    "a where object has no condition text if only an object can express it: %j",
    (object) => {
      expect(() => text(object)).toThrow(/has no text/);
    },
  );

  it("a condition as an object takes names that every object inherits as plain names of fields", () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"gt":1},"constructor":{"toString":1},"a":{"hasOwnProperty":1}}',
    );
    expect(text(hostile)).toBe("__proto__>1&constructor(toString=1)&a(hasOwnProperty=1)");
    expect(({} as { gt?: unknown }).gt).toBeUndefined();
  });

  it("the parser of a condition as an object reads each member once", () => {
    let reads = 0;
    const counting = (value: unknown) => ({
      get x() {
        reads++;
        return value;
      },
    });
    for (const value of [1, [1], null, "x"]) parseWhereObject({ and: [counting(value)] });
    parseWhereObject(counting({ gt: 1 }));
    parseWhereObject(counting({ claim: "id" }));
    expect(reads).toBe(6);
    const operators = Object.defineProperty({}, "gt", { enumerable: true, get: () => ++reads });
    expect(text({ views: operators })).toBe("views>7");
    const path = Object.defineProperty({ eq: 1 }, "path", { enumerable: true, get: () => (reads++, ["a"]) });
    parseWhereObject({ extra: path });
    expect(reads).toBe(8);
  });

  it("any value is parsed as a condition or is a mistake with an ApiError", () => {
    const word = fc.constantFrom(
      "and",
      "or",
      "not",
      "eq",
      "in",
      "path",
      "count",
      "some",
      "every",
      "claim",
      "ignoreCase",
      "a",
      "__proto__",
    );
    const anything = fc.anything({
      key: word,
      maxDepth: 5,
      withBigInt: true,
      withDate: true,
      withMap: true,
      withTypedArray: true,
      withNullPrototype: true,
      withSparseArray: true,
    });
    let rejected = 0;
    fc.assert(
      fc.property(anything, (object) => {
        try {
          parseWhereObject(object);
        } catch (error) {
          rejected++;
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { seed: 20_170_105, numRuns: 3000 },
    );
    expect(rejected).toBeGreaterThan(1_000);
  });
});

function mistakeOf(object: unknown, limits?: Parameters<typeof parseWhereObject>[1]): ApiError {
  try {
    parseWhereObject(object, limits);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("There is no mistake.");
}

import { describe, expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { nextLink } from "../../../runtime/surfaces/query/reply-page.js";
import { parseRead, parseSelection } from "../../../runtime/surfaces/query/parse-read.js";
import { expectLinear } from "../../linear-time.js";
import { mistakeOf } from "../mistake-of.js";
import { field, openEntity } from "../../conformance/fields.js";

const { entities } = resolveModel({
  database: { dialect: "sqlite", name: ":memory:" },
  server: { maxTake: 50, maxSkip: 200, maxConditionTerms: 4 },
  entities: { note: openEntity({ title: field("string") }) },
});
const [note] = entities;

function read(query: string, headers = {}) {
  if (note === undefined) throw new Error("There is no entity.");
  return parseRead({ url: `/${query}`, headers }, note);
}

describe("a query string", () => {
  it("an empty query string is parsed with defaults", () => {
    for (const query of ["", "?", "?&", "?&&"]) expect(read(query)).toEqual({ take: 20, isCounted: false });
  });

  it("a query string is decoded: blanks, percent-encoding, bytes of UTF-8", () => {
    for (const value of ["a%20%C3%A4%26b", "a+%c3%a4%26b", "a+\xc3\xa4%26b"])
      expect(read(`?where=title="${value}"`).where).toMatchObject({ value: { text: "a ä&b" } });
    expect(read("?%74ake=%35").take).toBe(5);
    expect(read("?where=title=a%2Bb").where).toMatchObject({ value: { text: "a+b" } });
  });

  it("a query string may repeat where; all of these conditions must hold", () => {
    expect(read("?where=id=1").where).toMatchObject({ kind: "comparison" });
    expect(read("?where=id=1&take=1&where=id=2").where).toMatchObject({
      kind: "and",
      conditions: [{ kind: "comparison" }, { kind: "comparison" }],
    });
  });

  it("a read counts if the parameter count says so; without the parameter, the header decides", () => {
    const exact = { prefer: "return=minimal, Count=Exact" };
    expect(read("?count=true").isCounted).toBe(true);
    expect(read("", exact).isCounted).toBe(true);
    expect(read("?count=false", exact).isCounted).toBe(false);
    expect(read("", { prefer: "count=planned" }).isCounted).toBe(false);
  });

  it.each([
    ["?tkae=5", "invalid-query", "tkae", 'Unknown parameter "tkae". Did you mean "take"?'],
    ["?Take=5", "invalid-query", "Take", 'Unknown parameter "Take". Did you mean "take"?'],
    [
      "?x",
      "invalid-query",
      "x",
      'Unknown parameter "x". This endpoint takes where, select, orderBy, take, skip, after, count.',
    ],
    ["?limit=5", "invalid-query", "limit", 'Unknown parameter "limit". Use "take".'],
    ["?page[size]=5", "invalid-query", "page[size]", 'Unknown parameter "page[size]". Use "take".'],
    ["?page=2", "invalid-query", "page", 'Unknown parameter "page". Use "skip" and "take".'],
    ["?$filter=x", "invalid-query", "$filter", 'Unknown parameter "$filter". Use "where".'],
    ["?sort=title", "invalid-query", "sort", 'Unknown parameter "sort". Use "orderBy".'],
    ["?include=author", "invalid-query", "include", 'Unknown parameter "include". Use "select".'],
    [
      "?where=id>1&limit=5",
      "invalid-query",
      "limit",
      'Unknown parameter "limit". Use "take". If it belongs to "where", encode the "&" before it as "%26".',
    ],
    ["?=5", "invalid-query", "", /^Unknown parameter ""/],
    ["?take[]=5", "invalid-query", "take[]", /^Unknown parameter "take\[\]"/],
    ["?__proto__=5", "invalid-query", "__proto__", /^Unknown parameter/],
    ["?constructor=5", "invalid-query", "constructor", /^Unknown parameter/],
    [
      "?where=id>1&title=x",
      "invalid-query",
      "title",
      'Unknown parameter "title". If it belongs to "where", encode the "&" before it as "%26".',
    ],
    ["?where=id>1&id<5", "invalid-query", "id<5", /encode the "&" before it as "%26"/],
    ["?take=5&title=x", "invalid-query", "title", /^Unknown parameter "title"\. This endpoint takes/],
    ["?take=", "invalid-query", "take", '"take" has no value: leave it out, or give one.'],
    ["?take", "invalid-query", "take", /no value/],
    ["?where=", "invalid-query", "where", /no value/],
    ["?take=1&take=1", "invalid-query", "take", '"take" is given more than once.'],
    ["?select=id&select=id", "invalid-query", "select", /more than once/],
    ["?where=title=%", "invalid-query", "where", /percent-encoded UTF-8/],
    ["?where=title=%zz", "invalid-query", "where", /percent-encoded UTF-8/],
    ["?where=title=%C3", "invalid-query", "where", /percent-encoded UTF-8/],
    ["?where=title=\xff", "invalid-query", "where", /percent-encoded UTF-8/],
    ["?where=title=%ED%A0%80", "invalid-query", "where", /percent-encoded UTF-8/],
    ["?%ff=1", "invalid-query", "%ff", /^Unknown parameter/],
    ["?count=1", "invalid-query", "count", '"count" must be true or false.'],
    ["?count=TRUE", "invalid-query", "count", /true or false/],
    ["?take=-1", "invalid-page", "take", '"take" must be a whole number from 0 on.'],
    ["?take=1e9", "invalid-page", "take", /whole number/],
    ["?take=01", "invalid-page", "take", /whole number/],
    ["?take=1.0", "invalid-page", "take", /whole number/],
    ["?take=+1", "invalid-page", "take", /whole number/],
    ["?take=0x1", "invalid-page", "take", /whole number/],
    ["?take=%D9%A1", "invalid-page", "take", /whole number/],
    ["?take=51", "invalid-page", "take", '"take" must be at most 50.'],
    [`?take=${"9".repeat(400)}`, "invalid-page", "take", /at most 50/],
    ["?skip=201", "invalid-page", "skip", /at most 200/],
    ["?skip=1&after=x", "invalid-page", "skip", /"after"/],
    ["?orderBy=,", "invalid-order", "orderBy", /position 0/],
    ["?orderBy=id,", "invalid-order", "orderBy", /position 3/],
    ["?orderBy=id%20desc", "invalid-order", "orderBy", /found "id desc"/],
    ["?orderBy=-id,~~id", "invalid-order", "orderBy", /position 4/],
    [`?orderBy=${"id,".repeat(8)}id`, "invalid-order", "orderBy", /may have at most 8 fields/],
    ["?select=id,", "invalid-select", "select", /position 3/],
    ["?where=(id=1", "invalid-condition", "where", /position/],
    ["?where=id=1&where=id=1|id=2|id=3|id=4", "invalid-condition", "where", /4 comparisons together/],
    [
      "?where=id=1&select=c(id;where=id=1|id=2|id=3|id=4)",
      "invalid-condition",
      "where",
      /4 comparisons together/,
    ],
  ])("the query string %s gives the error %s at %j", (query, code, path, message) => {
    const error = mistakeOf(() => read(query));
    expect([error?.code, error?.issues[0]?.path]).toEqual([code, path]);
    if (typeof message === "string") expect(error?.message).toBe(message);
    else expect(error?.message).toMatch(message);
  });

  it("take and skip accept 0, and the maximum", () => {
    expect(read("?take=0&skip=0")).toMatchObject({ take: 0, skip: 0 });
    expect(read("?take=50&skip=200")).toMatchObject({ take: 50, skip: 200 });
  });

  it("the query string for one record can only contain a selection", () => {
    if (note === undefined) throw new Error("There is no entity.");
    const select = (query: string) => parseSelection({ url: `/7${query}`, headers: {} }, note);
    expect(select("")).toEqual({});
    expect(select("?select=id").select).toHaveLength(1);
    expect(mistakeOf(() => select("?take=1"))?.message).toBe(
      'Unknown parameter "take". This endpoint takes select.',
    );
  });

  it.each<readonly [string, (size: number) => string]>([
    ["separators", (size) => `?${"&".repeat(size)}`],
    ["conditions", (size) => `?${"where=id=1&".repeat(size / 10)}`],
    ["spaces", (size) => `?orderBy=${"%20".repeat(size / 2)}!`],
    ["letters of a name", (size) => `?${"a".repeat(size)}=1`],
    ["spaces of a value", (size) => `?where=title=${"+".repeat(size)}`],
  ])("a query string with many %s is parsed in linear time", (_, queryOf) => {
    expectLinear(480_000, (size) => {
      mistakeOf(() => read(queryOf(size)));
    });
  });
});

describe("the link to the next page", () => {
  it.each([
    ["/", '<?after=n>; rel="next"'],
    ["/?take=2&skip=4&where=a%26b+c", '<?take=2&where=a%26b+c&after=n>; rel="next"'],
    ["/?after=x&take=2", '<?take=2&after=n>; rel="next"'],
    ["/?%61fter=x&ski%70=2", '<?after=n>; rel="next"'],
    ['/?where=a>1|b<"c"#\xc3\xa4', '<?where=a%3E1%7Cb%3C%22c%22%23%C3%A4&after=n>; rel="next"'],
  ])("the link to the next page from %s keeps the other parameters as they were sent", (url, link) => {
    expect(nextLink(url, "n")).toBe(link);
  });

  it("the link to the next page encodes the cursor, and is omitted if it would be too long", () => {
    expect(nextLink("/", 'a">b')).toBe('<?after=a%22%3Eb>; rel="next"');
    expect(nextLink(`/?where=title="${"x".repeat(2048)}"`, "n")).toBeUndefined();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWhere } from "../../../runtime/condition/parse-condition.js";
import { parseSelect } from "../../../runtime/read/parse-select.js";
import type { ListRequest, SelectItem } from "../../../runtime/read/read-request.js";
import { parseSelectValue } from "../../../runtime/read/select-object.js";
import { mistakeOf } from "../mistake-of.js";
import { expectLinear } from "../../linear-time.js";

fc.configureGlobal({ seed: 20_170_101 });

const limits = {
  maxSkip: 1000,
  maxConditionLength: 200,
  maxConditionTerms: 100,
  maxConditionValueLength: 100,
};

/** A selection without the places of its parts. */
interface Bare {
  readonly name: string;
  readonly kind: "all" | "count" | "member";
  readonly of?: BareList | undefined;
}

interface BareList {
  readonly select?: readonly Bare[] | undefined;
  readonly where?: string | undefined;
  readonly orderBy?: readonly string[] | undefined;
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
}

const name = fc.oneof(
  fc.constantFrom("id", "author", "comments", "where", "take", "select", "名"),
  fc
    .string({ unit: "binary", minLength: 1, maxLength: 8 })
    .filter((text) => /^[^=<>~&|()"\s.,;!^$*@[\]]+$/.test(text) && text !== "count"),
);
const where = fc.constantFrom(
  "views>10",
  'title="a;b)"',
  "(a=1|b=2)&!(c~x)",
  'status=[a,"c;d",null]',
  "comments(text~x&author.username=anna)",
  "count(comments)>3",
);
const order = fc.uniqueArray(fc.constantFrom("id", "~id", "author.username", "~a.b.c"), {
  minLength: 1,
  maxLength: 4,
});
const number = fc.integer({ min: 0, max: 1000 });

const { items } = fc.letrec<{ items: Bare[]; item: Bare; list: BareList }>((tie) => ({
  items: fc.uniqueArray(tie("item"), {
    minLength: 1,
    maxLength: 4,
    selector: ({ kind, name: of }) => (kind === "count" ? `count(${of})` : of).toLowerCase(),
  }),
  item: fc.oneof(
    { maxDepth: 4 },
    fc.constant<Bare>({ kind: "all", name: "*" }),
    fc.record({ kind: fc.constant("member" as const), name }),
    fc.record({ kind: fc.constant("count" as const), name }),
    fc.record({ kind: fc.constant("member" as const), name, of: tie("list") }),
  ),
  list: fc.record(
    { select: tie("items"), where, orderBy: order, take: number, skip: number },
    { requiredKeys: ["select"] },
  ),
}));

function print(selected: readonly Bare[], blank = ""): string {
  return selected.map((item) => `${blank}${printItem(item, blank)}`).join(",");
}

function printItem({ kind, name: of, of: list }: Bare, blank: string): string {
  if (kind === "count") return `count${blank}(${blank}${of}${blank})`;
  if (list === undefined) return of;
  const { select = [], orderBy, ...others } = list;
  const options = Object.entries({ ...others, ...(orderBy && { orderBy: orderBy.join(`${blank},`) }) });
  return [
    `${of}${blank}(${print(select, blank)}`,
    ...options.map(([key, value]) => `;${blank}${key}${blank}=${value}`),
  ]
    .join("")
    .concat(")", blank);
}

function toObject(selected: readonly Bare[]): Record<string, unknown> {
  return Object.fromEntries(
    selected.map(({ kind, name: of, of: list }) => {
      if (kind === "count") return [`count(${of})`, true];
      return [of, list === undefined ? true : { ...list, select: toObject(list.select ?? []) }];
    }),
  );
}

function withoutPlaces(selected: readonly SelectItem[]): unknown {
  return selected.map((item) => {
    if (item.kind === "all") return { kind: item.kind, name: "*" };
    const { kind, name: of } = item;
    if (kind === "count" || item.of === undefined) return { kind, name: of };
    return { kind, name: of, of: listWithoutPlaces(item.of) };
  });
}

function listWithoutPlaces({ select, where: condition, orderBy, take, skip }: ListRequest): unknown {
  return {
    ...(select !== undefined && { select: withoutPlaces(select) }),
    ...(condition !== undefined && { where: meaning(condition) }),
    ...(orderBy !== undefined && {
      orderBy: orderBy.map(({ path, isDescending }) => `${isDescending ? "~" : ""}${path.join(".")}`),
    }),
    ...(take !== undefined && { take }),
    ...(skip !== undefined && { skip }),
  };
}

function meaning(condition: unknown): string {
  return JSON.stringify(condition, (key, value: unknown) =>
    /position$|^place$/i.test(key) ? undefined : value,
  );
}

function expected(selected: readonly Bare[]): unknown {
  return selected.map(({ of, ...item }) => {
    if (of === undefined) return item;
    const { where: text, select = [], ...others } = of;
    return {
      ...item,
      of: {
        ...others,
        select: expected(select),
        ...(text !== undefined && { where: meaning(parseWhere(text)) }),
      },
    };
  });
}

describe("a selection", () => {
  it("a selection is the same after it has been printed and parsed, with blanks or without", () => {
    fc.assert(
      fc.property(items, fc.constantFrom("", " ", "\t \n"), (tree, blank) => {
        expect(withoutPlaces(parseSelect(print(tree, blank)))).toEqual(expected(tree));
      }),
      { numRuns: 1000 },
    );
  });

  it("a selection as an object is the same as its text", () => {
    fc.assert(
      fc.property(items, (tree) => {
        // JavaScript objects list names that are numbers first.
        fc.pre(!/"name":"\d/.test(JSON.stringify(tree)));
        expect(withoutPlaces(parseSelectValue(toObject(tree)))).toEqual(expected(tree));
      }),
      { numRuns: 1000 },
    );
  });

  it("a selection is parsed or rejected with a position for any text", () => {
    const part = fc.oneof(
      fc.constantFrom("(", ")", ",", ";", "*", "count(", "where=", "take=", "orderBy=~", "a", " ", '"', "=1"),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    let found = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        const { issues } = mistakeOf(() => parseSelect(text, limits)) ?? { issues: [] };
        found += issues.length;
        for (const { position = -1 } of issues) {
          expect(position).toBeGreaterThanOrEqual(0);
          expect(position).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 3000 },
    );
    expect(found).toBeGreaterThan(1_000);
  });

  it.each([
    ["", "syntax", 0, /^Expected a field, a relation or "\*" at position 0, found the end\.$/],
    ["id,", "syntax", 3, /found the end/],
    ["id,,title", "syntax", 3, /found ","/],
    ["id title", "syntax", 3, /Expected "," or the end at position 3, found "t"/],
    ["author.name", "syntax", 6, /found "."\. Select members of a relation in parentheses: author\(name\)/],
    ["id)", "syntax", 2, /found "\)"/],
    ["author.username", "syntax", 6, /found "\."/],
    ["author(", "syntax", 7, /found the end/],
    ["author()", "syntax", 7, /found "\)"/],
    ["author(id", "syntax", 9, /Expected ",", ";" or "\)" at position 9, found the end/],
    ["comments(take=3)", "syntax", 13, /Expected ",", ";" or "\)"/],
    ["comments(;)", "syntax", 10, /one of where, orderBy, take, skip/],
    ["comments(id;tak=3)", "unknown-option", 12, /Did you mean "take"\?/],
    ["comments(id;Take=3)", "unknown-option", 12, /Did you mean "take"\?/],
    ["comments(id;take=3;take=3)", "duplicate", 19, /"take" at position 19/],
    ["comments(id;take)", "syntax", 16, /Expected "="/],
    ["count()", "syntax", 6, /Expected a relation/],
    ["count(comments.text)", "syntax", 14, /Expected "\)"/],
    ["id,ID", "duplicate", 3, /"ID" at position 3 is selected more than once/],
    ["*,*", "duplicate", 2, /"\*"/],
    ["comments(id),comments(text)", "duplicate", 13, /"comments"/],
    ["count(comments), count(comments)", "duplicate", 17, /"count\(comments\)"/],
    [`${"a(".repeat(40)}id${")".repeat(40)}`, "too-deep", 66, /32 deep/],
  ])(
    "the parser of a selection reports the mistake of %j and its position",
    (text, code, position, message) => {
      const error = mistakeOf(() => parseSelect(text, limits));
      expect(error?.code).toBe("invalid-select");
      expect(error?.issues).toMatchObject([{ path: "select", code, position }]);
      expect(error?.message).toMatch(message);
    },
  );

  it.each([
    ["comments(id;where=a=)b)", "invalid-select", 21],
    ["comments(id;where=a!b)", "invalid-condition", 19],
    [`comments(id;where=a=${"x".repeat(99)}&b=${"x".repeat(99)})`, "invalid-select", 18],
    ["comments(id;orderBy=)", "invalid-order", 20],
    ["comments(id;orderBy=a, b c)", "invalid-order", 23],
    ["comments(id;orderBy=a,b,a,b,a,b,a,b,a)", "invalid-order", 20],
    ["comments(id;take=-1)", "invalid-page", 17],
    ["comments(id;take=1001)", "invalid-page", 17],
    ["comments(id;take=1e2)", "invalid-page", 17],
    ["comments(id;take=01)", "invalid-page", 17],
    ["comments(id;take=99999999999999999999)", "invalid-page", 17],
    ["comments(id;skip=1001)", "invalid-page", 17],
    ["comments(id;skip=)", "invalid-page", 17],
  ])(
    "the parser of a selection rejects the option of a list in %j at its position",
    (text, code, position) => {
      const error = mistakeOf(() => parseSelect(text, limits));
      expect([error?.code, error?.issues[0]?.path, error?.issues[0]?.position]).toEqual([
        code,
        "select",
        position,
      ]);
    },
  );

  it.each<readonly [string, (size: number) => string]>([
    ["names", (size) => `${"a,".repeat(size / 2)}a`],
    ["spaces", (size) => `${" ".repeat(size)}!`],
    ["spaces in an option", (size) => `c(id;orderBy=${" ".repeat(size)}!)`],
    ["digits", (size) => `c(id;take=${"9".repeat(size)})`],
    ["brackets", (size) => "(".repeat(size)],
    ["lists in lists", (size) => "a(".repeat(size / 2)],
    ["different names", (size) => Array.from({ length: size / 8 }, (_, index) => `a${index}`).join(",")],
  ])("a selection with many %s is parsed in linear time", (_, textOf) => {
    expectLinear(400_000, (size) => {
      mistakeOf(() => parseSelect(textOf(size), limits));
    });
  });
});

describe("a selection as an object", () => {
  it("a selection as an object leaves out members that are false or undefined", () => {
    const value = { id: true, title: false, views: undefined, "count(comments)": false };
    expect(withoutPlaces(parseSelectValue(value))).toEqual([{ kind: "member", name: "id" }]);
  });

  it("a selection treats an object with names of options as options, and any other as members", () => {
    const read = (value: unknown) => withoutPlaces(parseSelectValue({ of: value }));
    const member = (list: object) => [{ kind: "member", name: "of", of: list }];
    const bare = (each: string) => ({ kind: "member", name: each });
    expect(read({})).toEqual(member({}));
    expect(read({ take: 3 })).toEqual(member({ take: 3 }));
    expect(read({ select: "id" })).toEqual(member({ select: [bare("id")] }));
    expect(read({ username: true })).toEqual(member({ select: [bare("username")] }));
    expect(read({ take: true })).toEqual(member({ select: [bare("take")] }));
    expect(read({ select: { select: true } })).toEqual(member({ select: [bare("select")] }));
  });

  it.each([
    [5, "select", /must be a text or an object/],
    [null, "select", /must be a text or an object/],
    [["id"], "select", /must be a text or an object/],
    [{}, "select", /selects nothing/],
    [{ id: false }, "select", /selects nothing/],
    [{ id: 1 }, "select.id", /must be true, false or an object/],
    [{ id: null }, "select.id", /must be true, false or an object/],
    [{ "*": { id: true } }, "select.*", /must be true or false/],
    [{ "count(comments)": {} }, "select.count(comments)", /must be true or false/],
    [{ "*": true, title: false }, "select.title", /"\*" selects all fields/],
    [{ id: true, ID: true }, "select.ID", /more than once/],
    [{ comments: { id: true, take: 3 } }, "select.comments.take", /stands beside "select"/],
    [{ comments: { select: [] } }, "select.comments.select", /must be a text or an object/],
    [{ author: { select: "id," } }, "select.author.select", /position 3/],
  ])("a selection as an object rejects %j at its place", (value, path, message) => {
    const error = mistakeOf(() => parseSelectValue(value, limits));
    expect(error?.code).toBe("invalid-select");
    expect(error?.issues[0]?.path).toBe(path);
    expect(error?.message).toMatch(message);
  });

  it("a selection as an object is rejected if it contains itself", () => {
    const self: Record<string, unknown> = { id: true };
    self["self"] = self;
    const wrapped: Record<string, unknown> = {};
    wrapped["select"] = { self: wrapped };
    for (const value of [self, { self: wrapped }])
      expect(mistakeOf(() => parseSelectValue(value))?.message).toMatch(/32 deep/);
  });
});

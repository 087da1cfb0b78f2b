import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "data-api";
import { guest, toCaller } from "../../../runtime/access/caller.js";
import { rawScope } from "../../../runtime/access/raw-scope.js";
import { checkWhere, type ConditionBudget } from "../../../runtime/condition/check-where.js";
import type { CheckedCondition } from "../../../runtime/condition/checked.js";
import { dependsOn, surelyHolds } from "../../../runtime/condition/surely-holds.js";
import type { Condition } from "../../../runtime/condition/nodes.js";
import { parseWhere } from "../../../runtime/condition/parse-condition.js";
import { parseWhereObject } from "../../../runtime/condition/parse-where-object.js";
import { blogModel, entityOf } from "./blog.js";

const post = entityOf(blogModel(), "post");
const caller = toCaller({
  userId: 7,
  roles: [],
  claims: { name: "anna", level: 3, isNew: true, version: "3", list: [1] },
});

function check(where: string | object, budget?: ConditionBudget, by = caller): CheckedCondition {
  return checkWhere(parseWhereObject(where), rawScope(post, by), budget);
}

/** The checked condition as a short text. */
function shown(condition: CheckedCondition): string {
  const not = "isNegated" in condition && condition.isNegated ? "not " : "";
  const star = "ignoresCase" in condition && condition.ignoresCase ? "*" : "";
  switch (condition.kind) {
    case "and":
    case "or":
      return `(${condition.conditions.map(shown).join(` ${condition.kind} `)})`;
    case "comparison":
      return `${not}${condition.field.name} ${condition.operator}${star} ${JSON.stringify(condition.value)}`;
    case "in":
      return `${not}${condition.field.name} in${star} ${JSON.stringify(condition.values)}${condition.hasNull ? " or null" : ""}`;
    case "json":
      return `${not}${[condition.field.name, ...condition.path].join(".")} ${condition.operator}${star} ${JSON.stringify(Object.values(condition.value))}`;
    case "some":
      return `${not}some ${condition.relation.name}(${condition.condition === undefined ? "" : shown(condition.condition)})`;
    case "count":
      return `count ${condition.relation.name} ${condition.operator} ${condition.value}`;
    case "unless":
      return `unless ${shown(condition.condition)}`;
  }
}

describe("a checked condition", () => {
  it.each([
    ["title!~x", 'not title ~ "x"'],
    ["!(title!~x)", 'title ~ "x"'],
    ["!(title=*x&views>3)", '(title <>* "x" or views <= 3)'],
    ["!(!(views>=3|title=null))", "(views >= 3 or title = null)"],
    ["!(tags has x)", 'not tags has "x"'],
    ["views=[1, 2,null]", "views in [1,2] or null"],
    ["!(views=[1])", "not views in [1]"],
    ["views<>[]", "not views in []"],
    ["views=[null]", "views = null"],
    ["title= null &views<> null ", "(title = null and views <> null)"],
    ["title=*[a,b]", 'title in* ["a","b"]'],
    ['tags=[a,"b c"]', 'tags = ["a","b c"]'],
    ['tags="[\\"a&b\\"]"', 'tags = ["a&b"]'],
    ["tags=[]", "tags = []"],
    ["AUTHOR.Name=anna", 'some author(name = "anna")'],
    ["!(author.name=anna)", 'some author(name <> "anna")'],
    ["!(author(name=anna&age>3))", 'some author((name <> "anna" or age <= 3))'],
    ["author=null", "not some author()"],
    ["author<>null", "some author()"],
    ["!(author.team=null)", "some author(some team())"],
    ["comments.text~x", 'some comments(text ~ "x")'],
    ["!(comments(text~x&likes>1))", 'not some comments((text ~ "x" and likes > 1))'],
    ["!(author.posts.views>1)", "some author(not some posts(views > 1))"],
    ["comments=null", "not some comments()"],
    ["count(comments)>3", "count comments > 3"],
    ["!(count(comments)>3)", "count comments <= 3"],
    ["count(author.posts)=1", "some author(count posts = 1)"],
    ['extra.color="red"', 'extra.color = ["text","red"]'],
    ["extra.a.b=5.50", 'extra.a.b = ["number","5.50"]'],
    ["!(extra.n<5)", 'not extra.n < ["number","5"]'],
    ["extra.n<>[1,true]", '(extra.n <> ["number","1"] and extra.n <> ["boolean",true])'],
    ["extra.n=null", 'extra.n = ["null"]'],
    ["extra.n=[]", "id in []"],
    ["extra=null", "extra = null"],
    ["views=@user.id", "views = 7"],
    ["views=[1,@user.level]", "views in [1,3]"],
    ["views=[1,@user.nothing]", "views in [1] or null"],
    ["views=@user.nothing", "views = null"],
    ["views<>@user.nothing", "views <> null"],
    ["views>@user.nothing", "id in []"],
    ["!(views>@user.list)", "id in []"],
    ["count(comments)<=@user.level", "count comments <= 3"],
    ["count(comments)<@user.nothing", "id in []"],
    ["!(count(comments)=@user.nothing)", "id in []"],
    ["extra.n<@user.nothing", "id in []"],
    ["extra.n=@user.level", 'extra.n = ["number","3"]'],
    ["extra.n=0", 'extra.n = ["number","0"]'],
    ["extra.n=-0.0e9", 'extra.n = ["number","-0.0e9"]'],
    ["extra.n=@user.isNew", 'extra.n = ["boolean",true]'],
    ["extra.n=[@user.name,@user.version]", '(extra.n = ["text","anna"] or extra.n = ["text","3"])'],
    ["author.name=@user.name", 'some author(name = "anna")'],
  ])("a condition as text is brought into its checked form: %s", (text, expected) => {
    expect(shown(check(text))).toBe(expected);
  });

  it.each([
    [{ comments: { every: { likes: { gt: 1 } } } }, "not some comments(unless likes > 1)"],
    [{ not: { comments: { every: { likes: 1 } } } }, "some comments(unless likes = 1)"],
    [{ comments: { none: {} } }, "not some comments(not id in [])"],
    [{}, "not id in []"],
    [{ or: [] }, "id in []"],
    [{ not: {} }, "id in []"],
  ])("a condition as an object is brought into its checked form: %j", (object, expected) => {
    expect(shown(check(object))).toBe(expected);
  });

  it.each([
    ["titel=x", "unknown-field", 'Unknown field "titel" in entity "post". Did you mean "title"?', 0],
    [
      "auther.name=x",
      "unknown-relation",
      'Unknown relation "auther" in entity "post". Did you mean "author"?',
      0,
    ],
    ["id=1&author.nam=x", "unknown-field", 'Unknown field "nam" in entity "author". Did you mean "name"?', 5],
    ["author.password=x", "unknown-field", 'Unknown field "password" in entity "author".', 0],
    [
      "author=5",
      "operator",
      'Relation "author" can only be tested with "=null" and "<>null": compare one of its fields, such as "author.id".',
      0,
    ],
    ["views.x=5", "operator", 'Field "views" is of type "int": it has no "x".', 0],
    ["views(x=5)", "operator", 'Field "views" is not a relation.', 0],
    ["views~5", "operator", 'Field "views" is of type "int": "~" is for texts only.', 6],
    ["status=*sent", "operator", 'Field "status" is of type "enum": "=*" is for texts only.', 8],
    [
      "tags^=x",
      "operator",
      'Field "tags" is of type "list": it can only be tested with "=", "<>" and "has".',
      6,
    ],
    [
      "extra=5",
      "operator",
      'Field "extra" is of type "json": it can only be tested with "=null" and "<>null".',
      6,
    ],
    ["extra.a~5", "operator", '"~" cannot compare "extra.a" with a number.', 8],
    ["extra.a=1e999", "out-of-range", 'The value for "extra.a" is beyond what a double can hold.', 8],
    ["extra.a=1e-999", "out-of-range", 'The value for "extra.a" is beyond what a double can hold.', 8],
    ["views=[1,x]", "wrong-type", 'The value for "views" must be a whole number; found "x".', 6],
    ["status=lost", "not-listed", 'The value for "status" must be one of "draft", "sent".', 7],
    ["count(author)=1", "operator", '"count" is for lists; "author" is one record.', 0],
    ["count(comments)~1", "operator", '"count(comments)" can only be compared by = <> < <= > >=.', 0],
    ["count(comments)=*1", "operator", '"count(comments)" can only be compared by = <> < <= > >=.', 0],
    ["count(comments)=x", "wrong-type", 'The value for "count(comments)" must be a whole number.', 16],
    ["count()=1", "unknown-relation", 'Unknown relation "" in entity "post".', 0],
    ["sum(views)=1", "unknown-function", 'Unknown function "sum".', 0],
  ])("the check of a condition explains the mistake: %s", (text, code, message, position) => {
    expect(issuesOf(() => check(text))).toEqual([{ path: "where", code, message, position }]);
  });

  it.each([
    [{ views: { lest: 5 } }, "lest", 'Unknown operator "lest" for field "views".'],
    [{ views: { gt: 1, lest: 5 } }, "lest", 'Unknown operator "lest" for field "views".'],
    [{ title: { Contains: "x" } }, "Contains", 'Unknown operator "Contains" for field "title". Did you mean'],
  ])("the check of a condition as an object names an unknown operator: %j", (object, name, message) => {
    const [field] = Object.keys(object);
    expect(issuesOf(() => check(object))).toEqual([
      {
        path: `where.${field}.${name}`,
        code: "operator",
        message: expect.stringContaining(message) as unknown,
      },
    ]);
  });

  it("the number of comparisons in all conditions of a plan is limited", () => {
    const budget = { maxComparisons: 3, comparisons: 0, listed: 0, maxDepth: 5 };
    check("views=1&author.name=x", budget);
    check("views=[1,2,3]", budget);
    expect(issuesOf(() => check("views=1", budget))).toMatchObject([{ code: "too-many-terms" }]);
    const empty = { maxComparisons: 3, comparisons: 0, listed: 0, maxDepth: 5 };
    const nothing = { or: Array.from({ length: 4 }, () => ({ author: {} })) };
    expect(issuesOf(() => check(nothing, empty))).toMatchObject([{ code: "too-many-terms" }]);
    const inside = { maxComparisons: 3, comparisons: 0, listed: 0, maxDepth: 5 };
    expect(issuesOf(() => check("extra.a=[1,2,3,4]", inside))).toMatchObject([{ code: "too-many-terms" }]);
  });

  it("the number of values in all lists of a plan's conditions is limited", () => {
    const list = (length: number) => ({ views: Array.from({ length }, (_, index) => index) });
    const budget = { maxComparisons: 100, comparisons: 0, listed: 0, maxDepth: 5 };
    check({ author: { posts: { some: list(513) } } }, { ...budget });
    check(list(512), budget);
    expect(issuesOf(() => check(list(513), budget))).toMatchObject([{ code: "too-many-terms" }]);
    const full = { maxComparisons: 100, comparisons: 0, listed: 0, maxDepth: 5 };
    check(list(512), full);
    check(list(512), full);
    expect(issuesOf(() => check(list(2), full))).toMatchObject([{ code: "too-many-terms" }]);
  });

  it("a condition may follow a limited number of relations", () => {
    const budget = { maxComparisons: 100, comparisons: 0, listed: 0, maxDepth: 2 };
    expect(() => check("author.posts.views=1", budget)).not.toThrow();
    for (const text of [
      "author.posts.author=null",
      "author.posts.author.name=x",
      "count(author.posts.comments)=1",
    ])
      expect(issuesOf(() => check(text, budget))).toMatchObject([{ code: "too-deep" }]);
    expect(() => checkWhere(parseWhere("author.name=x"), rawScope(post), budget, 2)).toThrow(
      "at most 2 relations",
    );
  });

  it("a condition that follows relations is never proven by a record's own values", () => {
    const title = post.fieldsByName.get("title");
    if (title === undefined) throw new Error("There is a title.");
    const values = new Map([[title, "x"]]);
    expect(surelyHolds(check("title=x"), values)).toBe(true);
    for (const text of ["!(title=x)", "author.name=x", "title<>[y]", "count(comments)=0", "!(comments=null)"])
      expect(surelyHolds(check(text), values), text).toBe(false);
    for (const text of ["title=[x]", "author.name=x", "count(comments)=0", "views=1|comments=null"])
      expect(dependsOn(check(text), [title]), text).toBe(true);
    expect(dependsOn(check("views=1&extra.title=x"), [title])).toBe(false);
  });

  it("a condition uses null for claims that an anonymous caller does not have", () => {
    expect(shown(check("views=@user.id", undefined, guest))).toBe("views = null");
  });
});

interface Record_ {
  readonly [name: string]: unknown;
}

const number = fc.option(fc.nat({ max: 2 }), { freq: 3 });
const comments = fc.array(fc.record({ likes: number }), { maxLength: 3 });
const plainPost = fc.record({ views: number, comments });
const author = fc.record({ age: number, posts: fc.array(plainPost, { maxLength: 2 }) });
const fullPost = fc.record({ views: number, comments, author: fc.option(author, { freq: 4 }) });

const operators = ["eq", "ne", "gt", "gte", "lt", "lte"] as const;
const comparing = fc.oneof(
  fc
    .record({ operator: fc.constantFrom(...operators), value: fc.nat({ max: 2 }) })
    .map(({ operator, value }) => ({ [operator]: value })),
  fc.constantFrom(null, { ne: null }),
  fc.array(fc.option(fc.nat({ max: 2 })), { maxLength: 3 }),
  fc.array(fc.option(fc.nat({ max: 2 })), { maxLength: 3 }).map((notIn) => ({ notIn })),
);
const where = fc.letrec<Readonly<Record<"post" | "author" | "comment" | "quantified", object>>>((tie) => {
  const joined = (self: fc.Arbitrary<object>) => [
    fc.array(self, { maxLength: 3 }).map((and) => ({ and })),
    fc.array(self, { maxLength: 3 }).map((or) => ({ or })),
    self.map((not) => ({ not })),
  ];
  const list = (self: fc.Arbitrary<object>) =>
    fc.oneof(
      fc
        .record({ kind: fc.constantFrom("some", "none", "every"), where: self })
        .map(({ kind, where: inner }) => ({ [kind]: inner })),
      fc
        .record({ operator: fc.constantFrom(...operators), value: fc.nat({ max: 2 }) })
        .map(({ operator, value }) => ({ count: { [operator]: value } })),
    );
  const options = { maxDepth: 4, withCrossShrink: true };
  return {
    quantified: fc.constant({}),
    comment: fc.oneof(
      options,
      comparing.map((likes) => ({ likes })),
      ...joined(tie("comment")),
    ),
    author: fc.oneof(
      options,
      comparing.map((age) => ({ age })),
      list(tie("post")).map((posts) => ({ posts })),
      ...joined(tie("author")),
    ),
    post: fc.oneof(
      options,
      comparing.map((views) => ({ views })),
      list(tie("comment")).map((each) => ({ comments: each })),
      tie("author").map((each) => ({ author: each })),
      fc.constantFrom({ author: null }, { comments: null }),
      ...joined(tie("post")),
    ),
  };
}).post;

describe("a condition whose negations are moved to its comparisons", () => {
  it("a condition whose negations are moved to its comparisons holds for the same records as before", () => {
    let [held, all] = [0, 0];
    fc.assert(
      fc.property(where, fullPost, (object, record) => {
        const tree = parseWhereObject(object);
        const holds = truth(tree, record) === true;
        expect(checkedTruth(checkWhere(tree, rawScope(post)), record)).toBe(holds);
        held += Number(holds);
        all++;
      }),
      { seed: 20_170_104, numRuns: 5000 },
    );
    expect(held / all).toBeGreaterThan(0.2);
    expect(held / all).toBeLessThan(0.8);
  });
});

type Truth = boolean | undefined;

/** The truth of a condition in three-valued logic. */
function truth(node: Condition, record: Record_): Truth {
  switch (node.kind) {
    case "and":
      return all3(node.conditions.map((part) => truth(part, record)));
    case "or":
      return not3(all3(node.conditions.map((part) => not3(truth(part, record)))));
    case "not":
      return not3(truth(node.condition, record));
    case "some":
    case "every": {
      const found = record[node.path[0] ?? ""];
      const test = (each: Record_) => truth(node.condition, each) === true;
      if (found === null || found === undefined) return undefined;
      if (!Array.isArray(found)) return truth(node.condition, found as Record_);
      return node.kind === "some" ? found.some(test) : found.every(test);
    }
    case "comparison": {
      const stored = record[node.path[0] ?? ""] ?? null;
      const values = "length" in node.value ? node.value : [node.value];
      const texts = values.map((value) => ("text" in value ? value.text : ""));
      if (node.call === "count")
        return compare(node.operator, (stored as unknown[]).length, Number(texts[0]));
      const isEqual = node.operator === "=";
      if ("length" in node.value) {
        const isIn =
          stored === null
            ? texts.includes("null")
              ? true
              : texts.length === 0
                ? false
                : undefined
            : texts.includes(JSON.stringify(stored));
        return isEqual ? isIn : not3(isIn);
      }
      if (texts[0] === "null")
        return (stored === null || (Array.isArray(stored) && stored.length === 0)) === isEqual;
      return stored === null ? undefined : compare(node.operator, stored as number, Number(texts[0]));
    }
  }
}

function checkedTruth(node: CheckedCondition, record: Record_): boolean {
  switch (node.kind) {
    case "and":
      return node.conditions.every((part) => checkedTruth(part, record));
    case "or":
      return node.conditions.some((part) => checkedTruth(part, record));
    case "comparison": {
      const stored = record[node.field.name] ?? null;
      if (node.value === null) return (stored === null) === (node.operator === "=");
      return stored !== null && compare(node.operator, stored as number, node.value as number);
    }
    case "in": {
      const stored = record[node.field.name] ?? null;
      if (stored === null && node.values.length > 0 && !node.hasNull) return false;
      const isIn = stored === null ? node.hasNull : node.values.includes(stored as number);
      return isIn !== (node.isNegated === true);
    }
    case "some": {
      const found = [record[node.relation.name] ?? []].flat() as unknown as readonly Record_[];
      const { condition } = node;
      return (
        found.some((each) => condition === undefined || checkedTruth(condition, each)) !==
        (node.isNegated === true)
      );
    }
    case "count":
      return compare(node.operator, (record[node.relation.name] as unknown[]).length, node.value);
    case "unless":
      return !checkedTruth(node.condition, record);
    case "json":
      throw new Error("There is no JSON here.");
  }
}

function compare(operator: string, a: number, b: number): boolean {
  const outcomes: Readonly<Record<string, boolean>> = {
    "=": a === b,
    "<>": a !== b,
    "<": a < b,
    "<=": a <= b,
    ">": a > b,
    ">=": a >= b,
  };
  return outcomes[operator] === true;
}

function not3(truth3: Truth): Truth {
  return truth3 === undefined ? undefined : !truth3;
}

function all3(parts: readonly Truth[]): Truth {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

function issuesOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error.issues;
    throw error;
  }
  return [];
}

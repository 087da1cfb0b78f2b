import { expect, test } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { ApiError } from "../../../runtime/errors/api-error.js";
import { parseAggregateOptions } from "../../../runtime/read/aggregate-options.js";
import { planAggregate } from "../../../runtime/read/plan-aggregate.js";
import { requestOf } from "../../../runtime/read/read-options.js";
import { planRead } from "../../../runtime/read/read-plan.js";
import { field, plain } from "../../conformance/fields.js";

const MAX_DEPTH = 3;
const MAX_TERMS = 4;

const parent = {
  targetEntityName: "node",
  resolvedEntityName: "theParent",
  inverseName: "children",
} as const;
const model = resolveModel({
  database: { dialect: "sqlite", name: "x" },
  server: { maxDepth: MAX_DEPTH, maxConditionTerms: MAX_TERMS },
  entities: { node: plain({ title: field("string"), parent: field("int", { foreignKey: parent }) }) },
});
const [node] = model.entities;
if (node === undefined) throw new Error("There is no entity.");

const path = (relations: number, end: string) => `${"theParent.".repeat(relations)}${end}`;
const nested = (relations: number, end: string): string =>
  relations === 0 ? end : `theParent(${nested(relations - 1, end)})`;

const comparisons = (terms: number) => Array<string>(terms).fill("title=a").join("|");

/** A read with a part that follows so many relations. */
const reads: Readonly<Record<string, (relations: number) => object>> = {
  "a condition": (relations) => ({ where: path(relations, "title=a") }),
  "a condition in parentheses": (relations) => ({ where: nested(relations, "title=a") }),
  "a condition for null": (relations) => ({ where: `${path(relations - 1, "theParent")}=null` }),
  "a condition on a number of records": (relations) => ({
    where: `count(${path(relations - 1, "children")})>1`,
  }),
  "a selection": (relations) => ({ select: nested(relations, "title") }),
  "a selected number of records": (relations) => ({ select: nested(relations - 1, "count(children)") }),
  "an order": (relations) => ({ orderBy: path(relations, "title") }),
  "the condition of a list": (relations) => ({
    select: `children(id;where=${path(relations - 1, "title=a")})`,
  }),
  "the order of a list": (relations) => ({ select: `children(id;orderBy=${path(relations - 1, "title")})` }),
};

const aggregates: Readonly<Record<string, (relations: number) => object>> = {
  "a condition of an aggregate": (relations) => ({ count: true, where: path(relations, "title=a") }),
  "a group": (relations) => ({ groupBy: [path(relations, "title")] }),
  "a sum": (relations) => ({ sum: [path(relations, "parent")] }),
};

test.each([
  ...Object.entries(reads).map(
    ([name, options]) =>
      [
        name,
        (relations: number) =>
          planRead(node, requestOf({ select: "id", ...options(relations) }, { maxTake: 10 }), undefined),
      ] as const,
  ),
  ...Object.entries(aggregates).map(
    ([name, options]) =>
      [
        name,
        (relations: number) => planAggregate(node, parseAggregateOptions(options(relations)), undefined),
      ] as const,
  ),
])("%s follows as many relations as maxDepth, and no more", (_, plan) => {
  for (let relations = 1; relations <= MAX_DEPTH; relations++) expect(() => plan(relations)).not.toThrow();
  const error = (() => {
    try {
      return plan(MAX_DEPTH + 1);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).issues).toMatchObject([{ code: "too-deep" }]);
});

test.each([
  ["one condition", (terms: number) => ({ where: comparisons(terms) })],
  [
    "its conditions together",
    (terms: number) => ({
      where: comparisons(2),
      select: `children(id;where=theParent.title=a),count(children),theParent(children(id;where=${comparisons(terms - 3)}))`,
    }),
  ],
])("a read has at most maxConditionTerms comparisons in %s", (_, options) => {
  const plan = (terms: number) =>
    planRead(node, requestOf({ select: "id", ...options(terms) }, { maxTake: 10 }), undefined);
  expect(() => plan(MAX_TERMS)).not.toThrow();
  expect(() => plan(MAX_TERMS + 1)).toThrow(`at most ${MAX_TERMS} comparisons`);
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckedCondition } from "../../runtime/condition/checked.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { Database } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { conditionShape } from "../../runtime/database/sql/where/condition-shape.js";
import { EntityStatements } from "../../runtime/database/sql/statements.js";
import { dialectNames } from "../../runtime/model/settings/dialect-facts.js";
import type { Entity, Field, Relation } from "../../runtime/model/model.js";
import { field, plain } from "../conformance/fields.js";
import { printed } from "./printed.js";

// As in statements.test.ts: UPDATE_GOLDEN=1 writes the files.
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

const foreignKey = { targetEntityName: "person", resolvedEntityName: "author", inverseName: "posts" };
const tags = {
  targetEntityName: "tag",
  resolvedEntityName: "tags",
  inverseName: "posts",
  isManyToMany: true,
};

test.each(dialectNames)("the statements of conditions for %s are exactly the recorded ones", (name) => {
  const dialect = dialects[name];
  const schema = dialect.schema.schemas && "crm";
  const model = resolveModel({
    database: { dialect: name, name: "x" },
    entities: {
      person: plain({ name: field("string", { isIndexed: true }), since: field("date") }, { schema }),
      post: plain({
        title: field("string"),
        views: field("int"),
        extra: field("json"),
        words: field("list", { of: "string" }),
        authorid: field("int", { foreignKey }),
        tagids: field("int", { foreignKey: tags }),
      }),
      tag: plain({ word: field("string") }),
    },
  });
  const [person, post, tag] = ["person", "post", "tag"].map((each) => model.entitiesByName.get(each)) as [
    Entity,
    Entity,
    Entity,
  ];
  const text = conditions(person, post, tag)
    .flatMap(([entity, where]) => {
      const statements = new EntityStatements(entity, new Database(model, dialect));
      return [`-- ${conditionShape(where)}`, ...printed(statements.count(where))];
    })
    .join("\n");
  const file = join(import.meta.dirname, "conditions", `${name}.sql`);
  if (isUpdate) writeFileSync(file, `${text}\n`);
  expect(`${text}\n`).toBe(readFileSync(file, "utf8"));
  // SQL Server shows statements and their plans as XML, which allows only these characters (w3.org/TR/xml/#charsets).
  expect(text).not.toMatch(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
});

test("conditions of one shape share a statement, and no others do", () => {
  const model = resolveModel({
    database: { dialect: "sqlite", name: "x" },
    entities: { post: plain({ title: field("string"), views: field("int") }) },
  });
  const post = model.entitiesByName.get("post") as Entity;
  const statements = new EntityStatements(post, new Database(model, dialects.sqlite));
  const views = fieldOf(post, "views");
  const list = (count: number): CheckedCondition => ({
    kind: "in",
    field: views,
    values: Array.from({ length: count }, (_, index) => index),
    hasNull: false,
  });
  expect(statements.count(list(9)).statement).toBe(statements.count(list(10)).statement);
  expect(statements.count(list(9)).parameters).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 8]);
  expect(statements.count(list(11)).statement).not.toBe(statements.count(list(10)).statement);
  const none = { kind: "in", field: views, values: [], hasNull: false } as const;
  const shapes = [
    list(1),
    none,
    { ...none, hasNull: true },
    { ...none, isNegated: true },
    { kind: "unless", condition: none },
    { kind: "and", conditions: [none] },
    { kind: "or", conditions: [none] },
    { kind: "and", conditions: [] },
    { kind: "or", conditions: [] },
  ] satisfies readonly CheckedCondition[];
  expect(new Set(shapes.map((shape) => conditionShape(shape))).size).toBe(shapes.length);
});

function fieldOf(entity: Entity, name: string): Field {
  return entity.fieldsByName.get(name) as Field;
}

function conditions(
  person: Entity,
  post: Entity,
  tag: Entity,
): readonly (readonly [Entity, CheckedCondition])[] {
  const related = (entity: Entity, name: string) =>
    entity.relations.find((relation) => relation.name === name) as Relation;
  const title = { kind: "comparison", field: fieldOf(post, "title"), value: "a" } as const;
  const named = { ...title, field: fieldOf(person, "name"), operator: "=" } as const;
  const since = { ...title, field: fieldOf(person, "since"), operator: ">", value: "2024-01-01" } as const;
  const word = { ...title, field: fieldOf(tag, "word"), operator: "=" } as const;
  const views = { kind: "in", field: fieldOf(post, "views"), hasNull: false } as const;
  const json = { kind: "json", field: fieldOf(post, "extra"), path: ["a", "b"], operator: "=" } as const;
  const ofPost: readonly CheckedCondition[] = [
    { ...title, operator: "~", isNegated: true },
    { ...title, operator: "^=" },
    { ...title, operator: "$=" },
    { ...title, operator: ">", isNegated: true },
    { ...title, operator: "=", ignoresCase: true },
    { ...title, field: fieldOf(post, "words"), operator: "has", isNegated: true },
    { ...views, values: [] },
    { ...views, values: [1, 2, 3] },
    { ...views, values: [1], hasNull: true, isNegated: true },
    { ...views, field: title.field, values: ["a", "b"], ignoresCase: true },
    { ...views, field: title.field, values: "a b c d e f g h i".split(" ") },
    { ...views, field: title.field, values: "a b c d e f g h i".split(" "), hasNull: true, isNegated: true },
    { ...title, field: fieldOf(post, "words"), operator: "=", value: ["a"] },
    { ...json, value: { type: "null" } },
    { ...json, value: { type: "text", text: "x" } },
    { ...json, operator: "<>", value: { type: "number", text: "5" } },
    { ...json, operator: "~", value: { type: "text", text: "x" }, ignoresCase: true },
    { kind: "some", relation: related(post, "author"), condition: named },
    { kind: "some", relation: related(post, "author"), condition: since },
    { kind: "some", relation: related(post, "author"), condition: undefined, isNegated: true },
    { kind: "some", relation: related(post, "tags"), condition: word },
    { kind: "count", relation: related(post, "tags"), condition: undefined, operator: ">", value: 3 },
    { kind: "unless", condition: { ...title, operator: "=" } },
  ];
  const posts = related(person, "posts");
  return [
    ...ofPost.map((condition) => [post, condition] as const),
    [person, { kind: "some", relation: posts, condition: { ...title, operator: "~" } }],
    [
      person,
      {
        kind: "some",
        relation: posts,
        condition: { kind: "some", relation: related(post, "author"), condition: since },
      },
    ],
    [
      person,
      { kind: "count", relation: posts, condition: { ...title, operator: "=" }, operator: "=", value: 2 },
    ],
  ];
}

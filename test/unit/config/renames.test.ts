import { expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field, openEntity } from "../../conformance/fields.js";

const database = { dialect: "sqlite", name: "x" } as const;
const modelOf = (entities: Parameters<typeof resolveModel>[0]["entities"]) =>
  resolveModel({ database, entities, server: { idempotency: false } });

it("a former name of an entity or a field can be used once only", () => {
  const renamed = openEntity({}, { renamedFrom: "old" });
  expect(() => modelOf({ a: renamed, b: renamed })).toThrow(
    'entities.a.renamedFrom: the name "old" is the former name of another one too: keep it at the one that was renamed.',
  );
  const fields = { a: field("int", { renamedFrom: "x" }), b: field("int", { renamedFrom: "x" }) };
  expect(() => modelOf({ e: openEntity(fields) })).toThrow("entities.e.fields.b.renamedFrom");
});

it("former names of entities and fields become those of tables and columns that have no configured name", () => {
  const tags = (options: object) =>
    field("int", {
      foreignKey: { targetEntityName: "tag", resolvedEntityName: "all", isManyToMany: true, ...options },
      renamedFrom: "tags",
    });
  const fields = {
    headline: field("string", { renamedFrom: "title" }),
    body: field("text", { renamedFrom: "content", column: "content" }),
    labels: tags({}),
    others: { ...tags({ joinTable: "x", resolvedEntityName: "rest" }), renamedFrom: "more" },
  };
  const former = (entities: Parameters<typeof modelOf>[0]) =>
    modelOf(entities).tables.map(({ table, formerTables }) => [table, formerTables]);
  const tag = openEntity({});
  expect(former({ article: openEntity(fields, { renamedFrom: "post" }), tag })).toEqual([
    ["article", ["post"]],
    ["tag", []],
    ["article_labels", ["article_tags", "post_labels", "post_tags"]],
    ["x", []],
  ]);
  expect(former({ article: openEntity({}, { renamedFrom: "post", table: "posts" }) })).toEqual([
    ["posts", []],
  ]);
  const [article] = modelOf({ article: openEntity(fields), tag }).tables;
  expect(article?.fieldsByName.get("headline")?.formerColumn).toBe("title");
  expect(article?.fieldsByName.get("body")?.formerColumn).toBeUndefined();
});

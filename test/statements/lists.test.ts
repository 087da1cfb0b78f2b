import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { Database } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { orderBy } from "../../runtime/database/sql/order.js";
import { createSelection, type SelectedList } from "../../runtime/database/sql/selection.js";
import { EntityStatements } from "../../runtime/database/sql/statements.js";
import { withoutTies } from "../../runtime/database/sql/total-order.js";
import { checkCondition } from "../../runtime/condition/check-condition.js";
import { parseCondition } from "../../runtime/condition/parse-condition.js";
import { dialectNames } from "../../runtime/model/settings/dialect-facts.js";
import { firstKey } from "../../runtime/model/fields.js";
import type { Entity, Field, Relation } from "../../runtime/model/model.js";
import { field, plain, to } from "../conformance/fields.js";
import { printed } from "./printed.js";

// As in statements.test.ts: UPDATE_GOLDEN=1 writes the files.
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

const inverse = (type: "person" | "post", resolvedEntityName: string, inverseName: string) =>
  field("int", { foreignKey: { targetEntityName: type, resolvedEntityName, inverseName } });

const entities = {
  person: plain({ name: field("string") }),
  post: plain({ title: field("string"), author: to("person", "theAuthor") }),
  remark: plain({
    text: field("text"),
    rating: field("float"),
    at: field("datetime"),
    author: to("person", "theAuthor"),
    post: inverse("post", "thePost", "remarks"),
  }),
};

test.each(dialectNames)("the statements of lists for %s are exactly the recorded ones", (name) => {
  const model = resolveModel({ database: { dialect: name, name: "x" }, entities });
  const entityOf = (each: string) => model.entitiesByName.get(each) as Entity;
  const [post, remark, person] = [entityOf("post"), entityOf("remark"), entityOf("person")];
  const fieldsOf = (entity: Entity, ...names: readonly string[]) =>
    entity.fields.filter((each) => names.includes(each.name));
  const author = {
    ...createSelection({ entity: person, fields: fieldsOf(person, "name") }),
    rows: undefined,
    name: "theAuthor",
    keys: fieldsOf(remark, "author"),
    targetKeys: [firstKey(person)],
    isInverse: false,
    memberNames: ["author"],
  };
  const list = (take: number): SelectedList => ({
    name: "remarks",
    relation: post.relations.find((each) => each.name === "remarks") as Relation,
    target: {
      ...createSelection({
        entity: remark,
        fields: fieldsOf(remark, "id", "text", "rating", "at"),
        references: [author],
      }),
      rows: checkCondition(parseCondition("rating>1"), remark),
    },
    order: withoutTies(
      [orderBy(fieldsOf(remark, "at")[0] as Field, true)],
      createSelection({ entity: remark, fields: [] }),
    ),
    take,
    skip: 0,
  });
  const statements = new EntityStatements(post, new Database(model, dialects[name]));
  const selectionOf = (take: number) =>
    createSelection({
      entity: post,
      fields: fieldsOf(post, "title"),
      references: [{ ...author, keys: fieldsOf(post, "author") }],
      lists: [list(take)],
      names: ["title", "theAuthor", "remarks"],
    });
  const where = checkCondition(parseCondition("title<>null"), post);
  const page = { order: withoutTies([], selectionOf(3)), where, take: 20, skip: 0 };
  const text = [
    "-- ## short lists: the page, and one record",
    ...printed(statements.pageWithOrder(page, selectionOf(3))),
    ...printed(statements.find(where, selectionOf(3))),
    "-- ## long lists: the page",
    ...printed(statements.pageWithOrder(page, selectionOf(100))),
    "-- ## the list of 1 record, and of 4",
    ...printed(statements.list(list(100), [[1]])),
    ...printed(statements.list(list(100), [[1], [2], [3], [4]])),
    "",
  ].join("\n");
  const path = join(import.meta.dirname, "lists", `${name}.sql`);
  if (isUpdate) writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, "utf8"));
});

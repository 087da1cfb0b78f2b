import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseNames } from "../../../generator/import/choose-names.js";
import { checkNames } from "../../../runtime/config/check-names.js";
import { generatedNames } from "../../../generator/naming.js";

test.each([
  [
    ["title", "Title_2", "BlogId", "order", "class"],
    ["title", "Title_2", "BlogId", "order", "class"],
  ],
  [
    ["Order Details", "Größe (cm)", "façade", "naïve-日本", "Straße"],
    ["Order_Details", "Grosse_cm", "facade", "naive", "Strasse"],
  ],
  [
    ["2nd", "_id", "日本", "", "  "],
    ["field_2nd", "id", "field", "field_2", "field_3"],
  ],
  [
    ["constructor", "toString", "__proto__"],
    ["field_constructor", "field_toString", "proto"],
  ],
  [
    ["name", "NAME", "Name"],
    ["name", "NAME_2", "Name_3"],
  ],
  [
    ["a b", "a_b", "a-b"],
    ["a_b_2", "a_b", "a_b_3"],
  ],
  [
    ["x".repeat(64), "x".repeat(70), "x".repeat(63)],
    [`${"x".repeat(61)}_2`, `${"x".repeat(61)}_3`, "x".repeat(63)],
  ],
])("the stored names %j become the names %j", (stored, names) => {
  expect(chooseNames(stored, "field")).toEqual(names);
});

test("imported names that are in use are not used again", () => {
  expect(chooseNames(["ID", "id_2"], "field", ["id"])).toEqual(["ID_3", "id_2"]);
});

test("names of entities are not reserved by Windows, and stay distinct in generated code", () => {
  expect(chooseNames(["con", "NUL"], "entity")).toEqual(["entity_con", "entity_NUL"]);
  expect(chooseNames(["con"], "field")).toEqual(["con"]);
  expect(chooseNames(["blog_post", "blogPost", "BlogPost"], "entity")).toEqual([
    "blog_post",
    "blogPost_2",
    "BlogPost_3",
  ]);
});

test("for any stored names, the chosen names are valid in a configuration", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.constantFrom("a", "A", "a b", "con", "valueOf", "1"),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (stored) => {
      const fields = chooseNames(stored, "field", ["id"]);
      const entities = chooseNames(stored, "entity");
      const entity = { fields: Object.fromEntries(["id", ...fields].map((field) => [field, {}])) };
      const config = { entities: Object.fromEntries(entities.map((each) => [each, entity])) };
      expect(checkNames(config)).toEqual([]);
      expect(new Set(fields).size).toBe(stored.length);
      expect(new Set(entities.map((each) => generatedNames({ name: each }).repository)).size).toBe(
        stored.length,
      );
      expect(chooseNames(stored, "field", ["id"])).toEqual(fields);
    }),
  );
});

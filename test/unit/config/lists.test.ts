import { expect, test } from "vitest";
import type { FieldConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { field, openEntity } from "../../conformance/fields.js";

function mistakes(tags: FieldConfig): readonly string[] {
  const entities = { e: openEntity({ tags }) };
  return checkConfig({ database: { dialect: "mysql", name: "x" }, entities }).map(
    ({ path, message }) => `${path.replace("entities.e.fields.tags", "")} ${message}`,
  );
}

const items =
  '"string", "text", "int", "bigint", "float", "decimal", "boolean", "date", "datetime", "time", "uuid"';

test.each<readonly [string, FieldConfig, readonly string[]]>([
  [
    "nothing wrong",
    field("list", { of: "decimal", precision: 5, scale: 2, maxItems: 3, default: ["1.50"] }),
    [],
  ],
  ["a missing type of items", field("list"), [`.of is required: the type of the items, one of ${items}.`]],
  [
    "options of a list on another type",
    field("string", { of: "int", maxItems: 3 }),
    [
      '.of is for a "list" only, this field is "string".',
      '.maxItems is for a "list" only, this field is "string".',
    ],
  ],
  [
    "a length for numbers",
    field("list", { of: "int", maxLength: 5 }),
    ['.maxLength a field of type "int" has no length; only texts and bytes do.'],
  ],
  [
    "a length of texts beyond the maximum",
    field("list", { of: "string", maxLength: 5000 }),
    ['.maxLength found 5000; a "string" may have at most 4000 characters, use "text" for more.'],
  ],
  [
    "digits for texts",
    field("list", { of: "string", scale: 1 }),
    ['.scale only a field of type "decimal" has a scale, this one is "string".'],
  ],
  [
    "digits that the database does not keep",
    field("list", { of: "datetime", precision: 7 }),
    ['.precision found 7; the dialect "mysql" keeps at most 6 digits of a second.'],
  ],
  [
    "an index",
    field("list", { of: "string", isUnique: true }),
    ['.isUnique a field of type "list" cannot have an index in every database.'],
  ],
  [
    "a default that is not a list",
    field("list", { of: "int", default: 1 }),
    [".default found 1; it must be a list."],
  ],
  [
    "a default with an item of another type",
    field("list", { of: "int", default: [1, "x"] }),
    ['.default found [1,"x"]; it has an item (1) that must be a whole number.'],
  ],
  [
    "a closed list",
    field("list", { of: "int", values: [1] }),
    ['.values a field of type "list" cannot have a closed list of values.'],
  ],
])("the check of the options of a list finds %s", (_, tags, expected) => {
  expect(mistakes(tags)).toEqual(expected);
});

test("conditions of permissions are checked against the items of a list", () => {
  const where = (text: string) =>
    checkConfig({
      database: { dialect: "sqlite", name: "x" },
      entities: {
        e: {
          fields: { tags: field("list", { of: "int" }) },
          permissions: { read: [{ role: "guest", where: text }] },
        },
      },
    }).map(({ message }) => message);
  expect(where("tags has 1|tags=[1,2]")).toEqual([]);
  expect(where("tags has x")).toEqual(['the value for "tags" must be a whole number.']);
});

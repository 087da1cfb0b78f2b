import { expect, test } from "vitest";
import { z } from "zod";
import { field } from "../../../runtime/model/schemas/field-schema.js";
import { parseAlike } from "../../../runtime/model/schemas/parse-alike.js";

const created = z.object({
  title: field.string({ maxLength: 5 }),
  note: field.string().nullish(),
  stock: field.int().default(1),
  tags: field.list(field.string(), { maxItems: 2 }).optional(),
  tagids: field.ids(field.int()).optional(),
  state: field.oneOf("string", ["open", "done"]),
  kind: field.enum(["a", "b"]),
});
const members = {
  title: field.string({ maxLength: 5 }),
  note: field.string().nullable(),
  stock: field.int(),
  tags: field.list(field.string(), { maxItems: 2 }),
  tagids: field.ids(field.int()),
  state: field.oneOf("string", ["open", "done"]),
  kind: field.enum(["a", "b"]),
};

test("an unedited schema of changes parses like that of new records, also with some members only", () => {
  expect(parseAlike(z.object(members).partial(), created)).toBe(true);
  expect(parseAlike(z.object({ stock: members.stock }).partial(), created)).toBe(true);
});

test.each<[string, z.ZodType]>([
  ["another limit", z.object({ title: field.string({ maxLength: 6 }) })],
  ["another type", z.object({ stock: field.bigint() })],
  ["null", z.object({ stock: field.int().nullable() })],
  ["no null", z.object({ note: field.string() })],
  ["a default", z.object({ stock: field.int().default(2) }).partial()],
  ["a method of the text", z.object({ title: field.string({ maxLength: 5 }).trim() })],
  ["a rule of the member", z.object({ note: field.string().nullable().refine(Boolean) })],
  ["a rule of an item", z.object({ tags: field.list(field.string().trim(), { maxItems: 2 }) })],
  ["another length of the list", z.object({ tags: field.list(field.string()) })],
  ["other ids", z.object({ tagids: field.ids(field.uuid()) })],
  ["other values", z.object({ state: field.oneOf("string", ["open"]) })],
  ["other texts", z.object({ kind: field.enum(["a"]) })],
  ["a transform", z.object({ stock: field.int().transform((value) => value + 1) })],
  ["a fallback", z.object({ stock: field.int().catch(0) })],
  ["a rule of the object", z.object({ stock: field.int() }).refine(Boolean)],
  ["a transform of the object", z.object({ stock: field.int() }).transform((value) => value)],
  ["other members", z.object({ stock: field.int() }).catchall(z.string())],
  ["a member that new records do not have", z.object({ other: field.int() })],
  ["a schema of Zod", z.object({ stock: z.number() })],
])("changes with %s are parsed by their own schema", (_, changes) => {
  expect(parseAlike(changes, created)).toBe(false);
});

test("changes are parsed by their own schema if the schema of new records was edited", () => {
  const trimmed = created.extend({ title: field.string({ maxLength: 5 }).trim() });
  expect(parseAlike(z.object(members).partial(), trimmed)).toBe(false);
  expect(parseAlike(z.object(members).partial(), created.refine(Boolean))).toBe(false);
});

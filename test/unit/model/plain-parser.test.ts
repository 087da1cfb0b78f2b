import { expect, test } from "vitest";
import { z } from "zod";
import { ExactNumber } from "../../../runtime/model/values/exact-number.js";
import { field } from "../../../runtime/model/schemas/field-schema.js";
import { plainMembers } from "../../../runtime/model/values/plain-parser.js";

const members = {
  string: field.string({ maxLength: 5 }),
  text: field.text(),
  int: field.int(),
  bigint: field.bigint(),
  float: field.float(),
  decimal: field.decimal({ precision: 5, scale: 2 }),
  boolean: field.boolean(),
  date: field.date(),
  datetime: field.datetime(),
  time: field.time(),
  duration: field.duration(),
  uuid: field.uuid(),
  json: field.json(),
  bytes: field.bytes(),
  state: field.oneOf("string", ["open", "done"]),
  level: field.oneOf("int", [1, 2]),
  kind: field.enum(["a", "b"]),
  nullable: field.int().nullable(),
  optional: field.int().optional(),
  nullish: field.string().nullish(),
  defaulted: field.int().default(7),
};
const values: readonly unknown[] = [
  ...[
    "",
    "a",
    "abcdef",
    "open",
    "b",
    "1",
    "0.5",
    "12.340",
    "true",
    "2024-02-29",
    "2024-02-30",
    "\0",
    "\ud800",
  ],
  ...["2024-02-29T12:00:00Z", "10:00", "P1D", "123E4567-E89B-42D3-A456-426614174000", "AP8="],
  ...[0, -0, 1, 1.5, 2 ** 31, 1e300, NaN, true, false, null, [], ["a"], {}, { a: { b: 1 } }],
  ...[new ExactNumber("12345678901234567890"), new ExactNumber("0.1000000000000000055511151231257827")],
];

test.each(Object.keys(members))("a member of the kind %s is parsed in the same way as by zod", (name) => {
  const schema = z.object({ [name]: members[name as keyof typeof members] });
  const [member] = plainMembers(schema) ?? [];
  expect(member?.name).toBe(name);
  for (const value of values) {
    const { success, data } = schema.safeParse({ [name]: value });
    if (success) expect(member?.parse(value)).toStrictEqual((data as Record<string, unknown>)[name]);
    else expect(() => member?.parse(value), String(value)).toThrow();
  }
  const left = schema.safeParse({});
  expect(member?.isRequired).toBe(!left.success);
  expect(member?.default?.()).toBe((left.data as Record<string, unknown> | undefined)?.[name]);
});

test.each<[string, z.ZodType]>([
  ["a method of the text", z.object({ title: field.string().trim() })],
  ["a rule of a member", z.object({ note: field.string().nullable().refine(Boolean) })],
  ["a rule of the whole", z.object({ note: field.string() }).refine(() => true)],
  ["a schema of zod", z.object({ title: z.string() })],
  ["a transformation", z.object({ title: field.string() }).transform((value) => value)],
  ["other members", z.looseObject({ title: field.string() })],
  ["no other members", z.strictObject({ title: field.string() })],
  ["a fallback", z.object({ count: field.int().catch(1) })],
])("a schema with %s is parsed by zod", (_, schema) => {
  expect(plainMembers(schema)).toBeUndefined();
});

test("a default of a member is created for each object, as by zod", () => {
  let count = 0;
  const schema = z.object({
    number: field.int().default(() => ++count),
    data: field.json().default([]),
  });
  const [number, data] = plainMembers(schema) ?? [];
  const plain = () => ({ number: number?.default?.(), data: data?.default?.() });
  for (const create of [plain, () => schema.parse({})]) {
    const before = count;
    const [first, second] = [create(), create()];
    expect([first, second]).toEqual([before + 1, before + 2].map((next) => ({ number: next, data: [] })));
    expect(first.data).not.toBe(second.data);
  }
});

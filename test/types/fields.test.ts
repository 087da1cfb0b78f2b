import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import { field } from "../../runtime/kit.js";
import type { JsonValue } from "../../runtime/kit.js";

test("the schema of each field type has the type of its values", () => {
  expectTypeOf(field.string({ minLength: 1, maxLength: 40 })).toEqualTypeOf<z.ZodString>();
  expectTypeOf(field.secret()).toEqualTypeOf<z.ZodString>();
  expectTypeOf(field.bigint()).toEqualTypeOf<z.ZodType<number | string, number | string>>();
  expectTypeOf(field.decimal({ precision: 4, scale: 2 })).toEqualTypeOf<z.ZodType<string, string>>();
  expectTypeOf(field.datetime({ precision: 6 })).toEqualTypeOf<z.ZodType<string, string>>();
  expectTypeOf(field.datetime({ zone: "none" })).toEqualTypeOf<z.ZodType<string, string>>();
  expectTypeOf(field.time({ precision: 6, zone: "offset" })).toEqualTypeOf<z.ZodType<string, string>>();
  expectTypeOf(field.duration({ precision: 0 })).toEqualTypeOf<z.ZodType<string, string>>();
  expectTypeOf(field.year()).toEqualTypeOf<z.ZodType<number, number>>();
  expectTypeOf(field.list(field.string(), { maxItems: 2 })).toEqualTypeOf<z.ZodArray<z.ZodString>>();
  expectTypeOf(field.enum(["draft", "public"])).toEqualTypeOf<
    z.ZodType<"draft" | "public", "draft" | "public">
  >();
  expectTypeOf(field.json()).toEqualTypeOf<z.ZodType<JsonValue, JsonValue>>();
  expectTypeOf(field.json<readonly string[]>()).toEqualTypeOf<
    z.ZodType<readonly string[], readonly string[]>
  >();
});

test("the schema of every field type accepts a label, which does not change its type", () => {
  const label = "Price";
  expectTypeOf(field.boolean({ label })).toEqualTypeOf(field.boolean());
  expectTypeOf(field.string({ label, maxLength: 2 })).toEqualTypeOf(field.string());
  expectTypeOf(field.enum(["a", "b"], { label })).toEqualTypeOf(field.enum(["a", "b"]));
  expectTypeOf(field.list(field.string(), { label })).toEqualTypeOf(field.list(field.string()));
  expectTypeOf(field.ids(field.int(), { label })).toEqualTypeOf(field.ids(field.int()));
  expectTypeOf(field.json<readonly string[]>({ label })).toEqualTypeOf(field.json<readonly string[]>());
  // @ts-expect-error -- a label is text.
  field.decimal({ label: 1 });
});

test("the schema of a field type accepts only its own limits", () => {
  // @ts-expect-error -- a boolean has no limits.
  field.boolean({ minimum: 1 });
  // @ts-expect-error -- a text has no digits.
  field.text({ precision: 2 });
  // @ts-expect-error -- a time has no length.
  field.datetime({ maxLength: 2 });
  // @ts-expect-error -- a time of day is not an instant.
  field.time({ zone: "utc" });
  // @ts-expect-error -- a duration has no zone.
  field.duration({ zone: "none" });
});

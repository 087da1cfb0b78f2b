import { expect, test } from "vitest";
import type { EntityConfig, FieldConfig } from "data-api";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field, openEntity, to } from "../../conformance/fields.js";

function warningsOf(entities: Readonly<Record<string, EntityConfig>>): readonly string[] {
  const { warnings } = resolveModel({ database: { dialect: "sqlite", name: ":memory:" }, entities });
  return warnings.map(({ path, message }) => `${path}: ${message}`);
}

const required = { isRequired: true } as const;
const needs = (target: string, options: Partial<FieldConfig> = required) =>
  openEntity({ [`${target}id`]: to(target, `its${target}`, "int", options) });

test("records that need each other by required keys give one warning, which names the fields", () => {
  expect(warningsOf({ a: needs("b"), b: needs("a"), c: needs("a") })).toEqual([
    'entities.a: No first record can be created: "a" needs "b" (bid), "b" needs "a" (aid). Make one of these fields optional.',
  ]);
  expect(warningsOf({ a: needs("b"), b: needs("c"), c: needs("a") })[0]).toContain('"c" needs "a" (aid)');
  expect(warningsOf({ a: needs("a") })).toHaveLength(1);
});

test("required keys give no warning if one of them may be left out, or a record may refer to itself", () => {
  expect(warningsOf({ a: needs("b"), b: needs("a", {}) })).toEqual([]);
  expect(warningsOf({ a: needs("b", { ...required, default: 1 }), b: needs("a") })).toEqual([]);
  const code = field("string", { isRequired: true, isEditable: false, maxLength: 9 });
  const parent = to("a", "itsparent", "string", { ...required, maxLength: 9 });
  expect(warningsOf({ a: openEntity({ code, parent }, { primaryKey: ["code"] }) })).toEqual([]);
});

import { expect, test } from "vitest";
import type { DatabaseConfig, FieldConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { field, openEntity } from "../../conformance/fields.js";

function mistakes(state: FieldConfig, dialect: DatabaseConfig["dialect"] = "sqlite"): readonly string[] {
  const entities = { e: openEntity({ state }) };
  return checkConfig({ database: { dialect, name: "x" }, entities }).map(
    ({ path, message }) => `${path.replace("entities.e.fields.state", "")} ${message}`,
  );
}

const values = (...texts: readonly unknown[]) => field("enum", { values: texts as FieldConfig["values"] });

test("an enum without values is the only mistake that is listed if a permission has a condition about it", () => {
  const permissions = { read: [{ role: "guest", where: "state=a" }] };
  const e = openEntity({ state: field("enum") }, { permissions });
  expect(checkConfig({ database: { dialect: "sqlite", name: "x" }, entities: { e } })).toEqual([
    {
      path: "entities.e.fields.state.values",
      message: "is required: the texts that the field may have, in order.",
    },
  ]);
});

test.each<readonly [string, FieldConfig, readonly string[]]>([
  ["no values", field("enum"), [".values is required: the texts that the field may have, in order."]],
  ["a number", values("a", 1), [".values.1 found 1; it must be text."]],
  ["null", values(null), [".values.0 found null; it must be text."]],
  ["a value twice", values("a", "b", "a"), ['.values.2 found "a"; it is in the list already.']],
  ["a blank at the end", values("a "), ['.values.0 found "a "; it must not end with a blank.']],
  [
    "too long a value",
    values("x".repeat(256)),
    [`.values.0 found "${"x".repeat(256)}"; it must have at most 255 characters.`],
  ],
  [
    "half a surrogate pair",
    values("\ud800"),
    ['.values.0 found "\\ud800"; it must not contain half of a surrogate pair.'],
  ],
  [
    "too many values",
    values(...Array.from({ length: 1001 }, String)),
    [".values has 1001 values; an enum may have at most 1000."],
  ],
  [
    "a default that is not one of the values",
    field("enum", { values: ["a"], default: "b" }),
    ['.default found "b"; it must be one of "a".'],
  ],
  [
    "a length",
    field("enum", { values: ["a"], maxLength: 5 }),
    ['.maxLength a field of type "enum" has no length; only texts and bytes do.'],
  ],
])("an enum with %s is a mistake of the configuration", (_, state, expected) => {
  expect(mistakes(state)).toEqual(expected);
});

test("an enum's value that one of the databases cannot store is a mistake for that database only", () => {
  const long = "é".repeat(32);
  const emoji = "\u{1f600}";
  expect(mistakes(values("A", "a", "", long, emoji, "50%\\'"))).toEqual([]);
  expect(mistakes(values(long, emoji), "mssql")).toEqual([]);
  expect(mistakes(values(long, emoji), "postgres")).toEqual([
    `.values.0 found "${long}"; it has 64 bytes; the dialect "postgres" keeps at most 63 of a value.`,
  ]);
  expect(mistakes(values(long, emoji), "mysql")).toEqual([
    `.values.1 found "${emoji}"; it has a character beyond U+FFFF, which the dialect "mysql" does not keep in an enum.`,
  ]);
});

test("an enum can be in a key, but not a foreign key, and the values of a key are not empty", () => {
  const kind = { type: "enum", values: ["a", ""], isEditable: false, isRequired: true } as const;
  const entities = {
    e: openEntity({ kind }, { primaryKey: "kind" }),
    f: openEntity({
      kind: { ...kind, foreignKey: { targetEntityName: "e", resolvedEntityName: "theE" } },
    }),
  };
  const found = checkConfig({ database: { dialect: "sqlite", name: "x" }, entities });
  expect(found.map(({ path }) => path)).toEqual([
    "entities.e.fields.kind.values",
    "entities.f.fields.kind.foreignKey",
  ]);
});

test("conditions of permissions are checked against the values of an enum", () => {
  const where = (text: string) =>
    checkConfig({
      database: { dialect: "sqlite", name: "x" },
      entities: {
        e: { fields: { state: values("a", "b") }, permissions: { read: [{ role: "guest", where: text }] } },
      },
    }).map(({ message }) => message);
  expect(where("state<b")).toEqual([]);
  expect(where("state=c")).toEqual(['the value for "state" must be one of "a", "b".']);
});

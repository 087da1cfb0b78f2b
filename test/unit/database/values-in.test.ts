import { expect, test } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { valuesIn } from "../../../runtime/database/sql/values-in.js";
import { field, plain } from "../../conformance/fields.js";

test("null in a row is null for fields of every type", () => {
  const types = [
    "string",
    "int",
    "bigint",
    "decimal",
    "boolean",
    "date",
    "datetime",
    "json",
    "bytes",
  ] as const;
  const thing = plain(Object.fromEntries(types.map((type) => [type, field(type)])));
  const database = { dialect: "sqlite", name: ":memory:" } as const;
  const [entity] = resolveModel({ database, entities: { thing } }).entities;
  const fields = entity?.fields.filter(({ name }) => types.some((type) => type === name)) ?? [];
  expect(fields).toHaveLength(types.length);
  expect(valuesIn(fields, dialects.sqlite)(fields.map(() => null))).toEqual(fields.map(() => null));
});

import { expect, test } from "vitest";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import {
  isAlwaysLossless,
  isLossless,
  type Conversion,
} from "../../../runtime/database/schema/compare/lossless-conversion.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import type { FieldTypeName } from "../../../runtime/model/field-type.js";
import { field, openEntity } from "../../conformance/fields.js";

function conversion(
  from: FieldTypeName,
  to: FieldTypeName,
  options: object = {},
  stored: object = {},
): Conversion {
  const database = { dialect: "postgres", name: "x" } as const;
  const [entity] = resolveModel({ database, entities: { e: openEntity({ v: field(to, options) }) } }).tables;
  const v = entity?.fieldsByName.get("v");
  if (v === undefined) throw new Error("There is no field.");
  return { from, field: v, stored: { name: "v", type: "", isNullable: true, ...stored } };
}

test.each<[FieldTypeName, FieldTypeName, object, readonly string[], readonly string[]]>([
  ["float", "int", {}, ["2", "-1", "0"], ["2.7", "1e20", "NaN", "2147483648"]],
  ["decimal", "decimal", { precision: 6, scale: 2 }, ["1.2300", "9999.99"], ["1.2345", "10000"]],
  ["decimal", "float", {}, ["0.1", "9007199254740992"], ["9007199254740993", "0.12345678901234567891"]],
  ["bigint", "float", {}, ["9007199254740992"], ["9007199254740993", "9223372036854775807"]],
  ["bigint", "int", {}, ["2147483647"], ["2147483648"]],
  ["datetime", "date", {}, ["2024-02-29 00:00:00+00", "2024-02-29 00:00:00.000"], ["2024-02-29 12:30:00+00"]],
  ["datetime", "datetime", {}, ["2024-02-29 12:30:00.123000"], ["2024-02-29 12:30:00.123456"]],
  [
    "datetime",
    "datetime",
    { zone: "none" },
    ["2024-02-29 12:30:00", "2024-02-29 12:30:00.12+00"],
    ["infinity"],
  ],
  ["date", "datetime", { zone: "none" }, ["2024-02-29"], ["infinity"]],
  ["string", "time", {}, ["12:30:00", "12:30:00.5"], ["12:30", "24:00:00", "noon"]],
  ["string", "duration", {}, ["P1D", "PT1H30M"], ["PT90M", "1 day"]],
  ["time", "time", { precision: 0 }, ["12:30:00"], ["12:30:00.5"]],
  ["int", "year", {}, ["0", "2024"], ["24", "1900"]],
  [
    "string",
    "decimal",
    { precision: 6, scale: 2 },
    ["12.50", "-3"],
    ["012.5", "1e2", " 1", "+1", "abc", "1.234"],
  ],
  ["string", "int", {}, ["7"], ["007", "7.0", "", "99999999999"]],
  ["string", "json", {}, ['{"a": [1, 2]}'], ['{"a":1,"a":2}', "[1.50]", "null", "no"]],
  ["string", "boolean", {}, ["true"], ["t", "1", "TRUE"]],
  ["int", "boolean", {}, ["0", "1"], ["2"]],
  ["boolean", "int", {}, ["true", "false"], []],
])(
  "a conversion of %s to %s %j is lossless for values that it keeps, and not for others",
  (from, to, options, kept, lost) => {
    const each = conversion(from, to, options);
    expect(kept.filter((text) => !isLossless(text, each, dialects.postgres))).toEqual([]);
    expect(lost.filter((text) => isLossless(text, each, dialects.postgres))).toEqual([]);
  },
);

test.each<[boolean, FieldTypeName, FieldTypeName, object, object]>([
  [true, "int", "bigint", {}, {}],
  [true, "int", "float", {}, {}],
  [false, "bigint", "float", {}, {}],
  [true, "year", "bigint", {}, {}],
  [true, "year", "decimal", { precision: 4, scale: 0 }, {}],
  [false, "int", "year", {}, {}],
  [true, "date", "datetime", { zone: "none" }, {}],
  [false, "string", "datetime", {}, {}],
  [false, "datetime", "datetime", {}, {}],
  [true, "bigint", "decimal", { precision: 20, scale: 1 }, {}],
  [false, "bigint", "decimal", { precision: 19, scale: 1 }, {}],
  [true, "decimal", "decimal", { precision: 9, scale: 4 }, { precision: 8, scale: 3 }],
  [false, "decimal", "decimal", { precision: 9, scale: 2 }, { precision: 8, scale: 3 }],
  [false, "decimal", "decimal", { precision: 9, scale: 5 }, { precision: 8, scale: 3 }],
  [true, "decimal", "decimal", { precision: 8, scale: 3 }, { precision: 8, scale: 3 }],
  [true, "decimal", "decimal", { precision: 10, scale: 2 }, { precision: 8 }],
  [false, "decimal", "decimal", { precision: 9, scale: 2 }, { precision: 8 }],
  [false, "decimal", "decimal", { precision: 30, scale: 9 }, {}],
])("it is %s that every value of type %s survives a conversion to %s", (is, from, to, options, stored) => {
  expect(isAlwaysLossless(conversion(from, to, options, stored))).toBe(is);
});

import { expect, test } from "vitest";
import { sizeOf } from "../../../runtime/database/dialects/postgres/schema/postgres-schema.js";

// The modifiers are those of pg_attribute.atttypmod for the declared types.
test.each([
  ["timestamp", "timestamp", -1, { fraction: 6 }],
  ["timestamp(0)", "timestamp", 0, { fraction: 0 }],
  ["timestamptz(3)", "timestamptz", 3, { fraction: 3 }],
  ["time(0)", "time", 0, { fraction: 0 }],
  ["varchar", "varchar", -1, {}],
  ["varchar(1)", "varchar", 5, { length: 1 }],
  ["bit(1)", "bit", 1, { length: 1 }],
  ["varbit", "varbit", -1, {}],
  ["numeric(10,2)", "numeric", 655_366, { precision: 10, scale: 2 }],
  ["numeric(10,-2)", "numeric", 657_410, { precision: 10, scale: -2 }],
] as const)("the size of %s is read", (_, type, modifier, size) => {
  const { zone: _zone, ...read } = sizeOf(type, modifier, null);
  expect(read).toEqual(size);
});

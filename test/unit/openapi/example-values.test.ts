import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Config } from "../../../runtime/config/config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { newRecordSchema } from "../../../runtime/model/schemas/entity-schema.js";
import { fieldTypeNames, fieldTypes, type FieldTypeName } from "../../../runtime/model/field-type.js";
import { listItemTypes } from "../../../runtime/model/values/list.js";
import type { Entity, Field } from "../../../runtime/model/model.js";
import { exampleOf } from "../../../runtime/surfaces/openapi/example-values.js";
import { userIssues } from "../../../runtime/write/input/check-user.js";

fc.configureGlobal({ seed: 20_170_101 });

const plain = { isEditable: true, isRequired: true } as const;

/** An entity with these fields, from a configuration. */
function entityOf(fields: object, config: Partial<Config> = {}): Entity {
  const written = {
    database: { dialect: "sqlite", name: ":memory:" },
    entities: { thing: { fields, permissions: {} } },
    ...config,
  } as Config;
  return resolveModel(written).entities[0] ?? expect.fail("no entity");
}

function fieldOf(settings: object): Field {
  return entityOf({ value: { ...plain, ...settings } }).fieldsByName.get("value") ?? expect.fail("no field");
}

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const numbers = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat(1000)).map(([minimum, more]) => ({
  minimum,
  maximum: minimum + more,
}));
const lengths = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat(40)).map(([minLength, more]) => ({
  minLength,
  maxLength: minLength + more,
}));

const limitsOf: Partial<Record<FieldTypeName, fc.Arbitrary<object>>> = {
  string: lengths,
  text: lengths,
  richtext: lengths,
  secret: lengths,
  bytes: lengths,
  int: numbers,
  bigint: numbers,
  float: numbers,
  decimal: fc
    .tuple(fc.integer({ min: 1, max: 38 }), fc.nat(38))
    .map(([precision, scale]) => ({ precision, scale: Math.min(precision, scale) })),
  datetime: fc.record({ zone: fc.constantFrom("utc", "offset", "none"), precision: fc.nat(9) }),
  time: fc.record({ precision: fc.nat(9) }),
  enum: fc.constant({ values: ["draft", "sent"] }),
  list: fc.record(
    { of: fc.constantFrom(...listItemTypes), maxItems: optional(fc.integer({ min: 1, max: 3 })) },
    {
      requiredKeys: ["of"],
    },
  ),
};

describe("an example of a field", () => {
  // These types need a "storedAs", which depends on the database.
  const types = fieldTypeNames.filter((type) => type !== "native" && type !== "other");

  it.each(types)("an example of a field of the type %s is a valid value of the type", (type) => {
    fc.assert(
      fc.property(limitsOf[type] ?? fc.constant({}), (limits) => {
        const defined = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
        const field = fieldOf({ type, ...defined });
        const example = exampleOf(field);
        expect(fieldTypes[type].parse(example, field)).toEqual(example);
      }),
      { numRuns: 25 },
    );
  });

  it("an example of a field with listed values is one of them", () => {
    expect(exampleOf(fieldOf({ type: "int", values: [7, 8] }))).toBe(7);
  });

  it("an example of a text fits the name of the field", () => {
    expect(exampleOf(fieldOf({ type: "string" }))).toBe("Value");
    const { fieldsByName } = entityOf({ first_name: { type: "string", ...plain } });
    expect(fieldsByName.get("first_name")).toBeDefined();
    expect(exampleOf(fieldsByName.get("first_name") as Field)).toBe("First name");
  });

  it.each([
    [{ type: "native", storedAs: "inet" }, "10.0.0.1"],
    [{ type: "native", storedAs: "bit(4)" }, "1000"],
    [{ type: "time", zone: "offset" }, "13:45:30+02:00"],
  ])("an example of a field of the native type %j is a valid text of the type", (type, expected) => {
    const { fieldsByName } = entityOf(
      { value: { ...type, ...plain } },
      { database: { dialect: "postgres", name: "x", userName: "x", password: "x" } },
    );
    expect(exampleOf(fieldsByName.get("value") as Field)).toBe(expected);
  });

  it("examples of a user's fields follow the rules for users", () => {
    const passwordReqs = {
      minLength: 40,
      uppercaseChar: true,
      lowercaseChar: true,
      digitChar: true,
      specialChar: true,
    };
    const user = entityOf({}, { auth: { secretKey: "x".repeat(32), passwordReqs }, entities: {} });
    const record = Object.fromEntries(
      user.fields
        .filter(({ isCreatable }) => isCreatable)
        .map((field) => [field.name, exampleOf(field, user)]),
    );
    expect(user.users).toBeDefined();
    expect(userIssues(user.users as never, record)).toEqual([]);
    expect(newRecordSchema(user).safeParse(record).success).toBe(true);
  });
});

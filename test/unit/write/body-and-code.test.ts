import { describe, expect, it } from "vitest";
import type { FieldConfig } from "data-api";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { ApiError, type InputIssue } from "../../../runtime/errors/api-error.js";
import { checkBody } from "../../../runtime/model/schemas/check-body.js";
import { checkInput } from "../../../runtime/write/input/check-input.js";
import { inputSchemaOf } from "../../../runtime/write/input/input-schemas.js";
import { inputParser } from "../../../runtime/write/input/parse-input.js";
import { field, openEntity, plain } from "../../conformance/fields.js";

// A body is checked by its schema, and what code gives a repository by the Model. Both must find the same mistakes.

const toTags = { targetEntityName: "tag", resolvedEntityName: "theTags", isManyToMany: true } as const;
const nullable: Readonly<Record<string, FieldConfig>> = {
  short: field("string", { minLength: 2, maxLength: 5 }),
  state: field("string", { values: ["open", "done"] }),
  kind: field("enum", { values: ["a", "b"] }),
  text: field("text", { maxLength: 5 }),
  int: field("int", { minimum: 1, maximum: 9 }),
  bigint: field("bigint", { minimum: 1 }),
  float: field("float", { maximum: 9 }),
  decimal: field("decimal", { precision: 5, scale: 2 }),
  level: field("int", { values: [1, 2] }),
  boolean: field("boolean"),
  date: field("date"),
  datetime: field("datetime"),
  time: field("time"),
  duration: field("duration"),
  uuid: field("uuid"),
  json: field("json"),
  bytes: field("bytes", { maxLength: 2 }),
  list: field("list", { of: "int", maxItems: 5 }),
  texts: field("list", { of: "string", maxItems: 2, maxLength: 3 }),
  secret: field("secret"),
  tags: field("int", { foreignKey: toTags }),
  someTags: field("int", { isRequired: true, foreignKey: { ...toTags, resolvedEntityName: "theSome" } }),
};

const members: Readonly<Record<string, FieldConfig>> = {
  ...nullable,
  ...Object.fromEntries(
    Object.entries(nullable).map(([name, each]) => [`required_${name}`, { ...each, isRequired: true }]),
  ),
};

const values: readonly unknown[] = [
  ...["", "a", "ab", "abcdef", "open", "1", "12.345", "123456", "true", "\0", "\ud800", "nonsense"],
  ...["2024-02-29", "2024-02-30", "2024-02-29T12:00:00Z", "10:00", "25:00", "P1D", "AP8=", "AP8AAA=="],
  ...["123E4567-E89B-42D3-A456-426614174000"],
  ...[null, true, false, 0, -0, 1, 1.5, 10, -1, 2 ** 31, 2 ** 53, 1e300, Number.NaN],
  ...[[], [1], [1, 2], [1, 2, 3], [1, 1], [1, "1"], [1, "x", null, [2]], ["a"], [null], {}, { a: { b: 1 } }],
  [Array.from({ length: 1_001 }, (_, index) => index)],
  Array.from({ length: 1_001 }, (_, index) => index),
  Array<number>(1_001).fill(1),
  ...[[1, "x", 3, 4, 5, null], ["1", "2", "3", "4", "5", "6"], Array<string>(1_001).fill("x")],
];

const entityOf = (name: string) => {
  const model = resolveModel({
    database: { dialect: "sqlite", name: ":memory:" },
    entities: { tag: openEntity({}), item: plain({ [name]: members[name] as FieldConfig }) },
  });
  const entity = model.entities.find((each) => each.name === "item");
  if (entity === undefined) throw new Error("There is no entity.");
  return entity;
};

function labelOf(value: unknown): string {
  return JSON.stringify(value).slice(0, 80);
}

function mistakesIn(issues: readonly InputIssue[]): unknown {
  // An answer has at most 100.
  return issues.slice(0, 100).map(({ path, code, params }) => [path, code, params]);
}

/** What a check says: the mistakes, or the values. Words of a mistake may differ: a schema may be edited. */
async function said(check: () => unknown): Promise<unknown> {
  try {
    return { accepted: await check() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, issues: mistakesIn(error.issues) };
  }
}

describe.each(Object.keys(members))("%s", (name) => {
  const entity = entityOf(name);
  for (const kind of ["create", "update"] as const) {
    const parse = inputParser(inputSchemaOf(entity, kind), entity, {
      isNew: kind === "create",
      isStrict: true,
    });
    const schema = inputSchemaOf(entity, kind);
    const check = (input: object) =>
      checkInput({ kind, entity }, input as Record<string, unknown>, undefined);

    it(`has the same mistakes in a body and in code, in ${kind === "create" ? "a create" : "an update"}`, async () => {
      for (const value of values) {
        const input = { [name]: value };
        const body = await said(async () => check(await parse(input)));
        expect(await said(() => check(input)), labelOf(value)).toEqual(body);
      }
      expect(await said(() => check({}))).toEqual(await said(async () => check(await parse({}))));
    });

    it(`has the same mistakes in a body and in a schema of a client, in ${kind === "create" ? "a create" : "an update"}`, async () => {
      for (const value of values) {
        const input = { [name]: value };
        const found = mistakesIn(await checkBody(schema, input));
        const body = await said(() => parse(input));
        expect(found, labelOf(value)).toEqual((body as { readonly issues?: unknown }).issues ?? []);
      }
    });
  }
});

import { describe, expect, it, test } from "vitest";
import { checkBody, field, z } from "data-api/schema";
import { generateFiles } from "../../../generator/generate-files.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { fieldLabel } from "../../../runtime/model/field-label.js";
import { changesSchema, newRecordSchema } from "../../../runtime/model/schemas/entity-schema.js";
import { labelIn } from "../../../runtime/model/schemas/label-in.js";
import { plainMembers } from "../../../runtime/model/values/plain-parser.js";
import { withLabels } from "../../../runtime/model/with-labels.js";
import { ApiError } from "../../../runtime/errors/api-error.js";
import * as shapes from "../../conformance/fields.js";

const toTags = { targetEntityName: "tag", resolvedEntityName: "tags", isManyToMany: true } as const;
const config = {
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    tag: shapes.openEntity({ name: shapes.field("string") }),
    offer: shapes.openEntity({
      price: shapes.field("decimal", { label: "Price", isRequired: true, scale: 2, minimum: 1 }),
      flag: shapes.field("boolean", { label: "Shown?" }),
      state: shapes.field("string", { label: "State", values: ["open"], default: "open" }),
      kind: shapes.field("enum", { label: "Kind", values: ["a"] }),
      words: shapes.field("list", { of: "string", maxItems: 2, label: 'Key "words"' }),
      data: shapes.field("json", { label: "Data" }),
      plain: shapes.field("int"),
      tagids: shapes.field("int", { label: "Tags", foreignKey: toTags }),
    }),
  },
} as const;
const offer = resolveModel(config).entities.find(({ name }) => name === "offer");
if (offer === undefined) throw new Error("There is no entity.");

describe("the label of a field", () => {
  it.each([
    ["price", "Price"],
    ["12.price", "Price"],
    ["words.1", 'Key "words"'],
    ["tagids", "Tags"],
    ["tagids.0", "Tags"],
    ["plain", undefined],
    ["data", "Data"],
    ["data.price", undefined],
    ["price.price", undefined],
    ["Price", undefined],
    ["", undefined],
    ["3", undefined],
    ["constructor", undefined],
  ])("the label of the field at %s is %s", (path, label) => {
    expect(fieldLabel(offer, path)).toBe(label);
  });

  it("the labels of fields stay in the schemas of creates and updates, which are still parsed without zod", () => {
    for (const schema of [newRecordSchema(offer), changesSchema(offer)]) {
      const labels = Object.keys(schema.shape).map((name) => [name, labelIn(schema, [name])]);
      expect(Object.fromEntries(labels)).toEqual({
        price: "Price",
        flag: "Shown?",
        state: "State",
        kind: "Kind",
        words: 'Key "words"',
        data: "Data",
        plain: undefined,
        tagids: "Tags",
      });
      // Lists are parsed by zod, with a label or without.
      const plain = Object.entries(schema.shape).filter(([name]) => name !== "words" && name !== "tagids");
      const parsed = plainMembers(z.object(Object.fromEntries(plain) as z.ZodRawShape));
      expect(parsed?.map(({ name }) => name)).toEqual(["price", "flag", "state", "kind", "data", "plain"]);
    }
  });

  it("the label of a field is an argument in generated schemas", async () => {
    const text = (await generateFiles(config)).get("offer/offer.schema.ts") ?? "";
    const [record = ""] = /offerSchema = [^;]*;/.exec(text) ?? [];
    for (const chain of [
      'price: field.decimal({ minimum: "1", scale: 2, label: "Price" })',
      'flag: field.boolean({ label: "Shown?" }).nullable()',
      'state: field.oneOf("string", ["open"], { label: "State" }).nullable()',
      'kind: field.enum(["a"], { label: "Kind" }).nullable()',
      "words: field.list(field.string(), { maxItems: 2, label: 'Key \"words\"' }).nullable()",
      'data: field.json({ label: "Data" }).nullable()',
      "plain: field.int().nullable()",
      'tagids: field.ids(field.int(), { label: "Tags" })',
    ])
      expect(record.replaceAll(/\s+(?=\.)/g, "")).toContain(chain);
  });
});

test("the label of the roles of users is an argument in the generated schema, too", async () => {
  const roles = { type: "json", isEditable: true, isRequired: true, label: "May do" } as const;
  const user = { fields: { roles }, permissions: shapes.everybody };
  const files = await generateFiles({
    ...config,
    auth: { secretKey: "k".repeat(32) },
    entities: { user },
  });
  expect(files.get("user/user.schema.ts")).toContain('field.json<readonly string[]>({ label: "May do" })');
});

test("checkBody gives issues the labels of their fields, also those of edited schemas and of zod's own", async () => {
  const schema = z.object({
    title: field.string({ label: "Title" }).min(3, "Say more."),
    note: field.string({ label: "Note" }).nullable().optional(),
    price: field.decimal({ label: "Price" }).default("1"),
    tags: z.array(z.string()).meta({ title: "Tags" }),
    address: z
      .object({ street: z.string(), town: z.string().meta({ title: "Town" }) })
      .meta({ title: "Home" }),
    plain: field.int(),
  });
  const body = {
    title: "x",
    note: 5,
    price: "x",
    tags: ["a", 5],
    address: { street: 5, town: 5 },
    plain: "x",
  };
  const issues = await checkBody(schema, body);
  expect(issues.map(({ path, label }) => [path, label])).toEqual([
    ["title", "Title"],
    ["note", "Note"],
    ["price", "Price"],
    ["tags.1", "Tags"],
    ["address.street", undefined],
    ["address.town", "Town"],
    ["plain", undefined],
  ]);
  expect(issues.at(-1)).not.toHaveProperty("label");
});

describe("an error with labels", () => {
  const cause = new Error("why");
  const errorOf = (code: "invalid-fields" | "invalid-order", issues: ApiError["issues"]) =>
    new ApiError(code, "Wrong.", { issues, cause, headers: { "Retry-After": "1" } });
  const issue = { path: "price", code: "required", message: '"price" is required.' } as const;

  it("an error with labels keeps everything else, and labels that issues have already", () => {
    const given = errorOf("invalid-fields", [issue, { ...issue, label: "Own" }, { ...issue, path: "plain" }]);
    const labelled = withLabels(given, (path) => fieldLabel(offer, path));
    expect(labelled).toMatchObject({
      code: given.code,
      message: given.message,
      headers: given.headers,
      cause,
    });
    expect((labelled as ApiError).issues).toEqual([
      { ...issue, label: "Price" },
      { ...issue, label: "Own" },
      { ...issue, path: "plain" },
    ]);
  });

  it("an error that has no labels to add stays the same error", () => {
    const errors = [
      errorOf("invalid-fields", [{ ...issue, path: "plain" }]),
      errorOf("invalid-fields", [{ ...issue, code: "unknown-field" }]),
      errorOf("invalid-order", [issue]),
      cause,
    ];
    for (const error of errors) expect(withLabels(error, (path) => fieldLabel(offer, path))).toBe(error);
  });
});

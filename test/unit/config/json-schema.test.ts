import fs from "node:fs";
import path from "node:path";
import type { Config } from "data-api";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { configJsonSchema } from "../../../generator/config/config-json-schema.js";
import { configShape } from "../../../runtime/config/config-shape.js";
import { checkShape } from "../../../runtime/config/check-shape.js";
import { fieldTypeNames } from "../../../runtime/model/field-type.js";
import { optionInfo } from "../../../runtime/model/settings/option.js";
import { goldenFolders, loadGoldenConfig } from "../../golden/folders.js";
import { asJson, schemaErrors } from "./editor-schema.js";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly not?: object;
  readonly errorMessage?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const root = path.resolve(import.meta.dirname, "../../..");
const schema = configJsonSchema() as Schema;
const entity = schema.properties?.["entities"]?.additionalProperties as Schema;
const fieldSchema = entity.properties?.["fields"]?.additionalProperties as Schema;

interface ShapeOption {
  readonly path: string;
  readonly shape: z.core.$ZodType;
  readonly schema: Schema | undefined;
}

/** Every option of the configuration's shape, with the JSON Schema of the same place. */
function optionsOf(shape: unknown, at: Schema | undefined, place = ""): readonly ShapeOption[] {
  const inner = (member: unknown, memberSchema: Schema | undefined, key: string) =>
    optionsOf(member, memberSchema, place === "" ? key : `${place}.${key}`);
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault)
    return optionsOf(shape.unwrap(), at, place);
  if (shape instanceof z.ZodPrefault) return optionsOf(shape.def.innerType, at, place);
  if (shape instanceof z.ZodPipe) return optionsOf(shape.in, at, place);
  if (shape instanceof z.ZodArray) return inner(shape.element, arm(at, "array")?.items, "0");
  if (shape instanceof z.ZodRecord)
    return inner(shape.valueType, arm(at, "object")?.additionalProperties as Schema | undefined, "*");
  if (shape instanceof z.ZodUnion) return shape.options.flatMap((each) => optionsOf(each, at, place));
  if (!(shape instanceof z.ZodObject)) return [];
  return Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([key, member]) => {
    const memberSchema = arm(at, "object", key)?.properties?.[key];
    const named = { path: place === "" ? key : `${place}.${key}`, shape: member, schema: memberSchema };
    return [named, ...inner(member, memberSchema, key)];
  });
}

/** The alternative of a union for values of this type, or for objects with this member. */
function arm(at: Schema | undefined, type: string, member?: string): Schema | undefined {
  const has = ({ properties }: Schema) => member === undefined || Object.hasOwn(properties ?? {}, member);
  return at?.anyOf === undefined ? at : at.anyOf.find((each) => each.type === type && has(each));
}

/** The default that is part of an option's shape. */
function defaultOf(shape: unknown): { readonly value: unknown } | undefined {
  if (shape instanceof z.ZodDefault) return { value: shape.def.defaultValue };
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable) return defaultOf(shape.unwrap());
  return undefined;
}

describe("the JSON Schema of a configuration", () => {
  const options = optionsOf(configShape, schema).filter(({ path: place }) => !place.includes("hooks."));

  it("the JSON Schema of a configuration has every option of the shape, with its description and its default", () => {
    expect(options.length).toBeGreaterThan(150);
    expect(options.filter((each) => each.schema === undefined).map((each) => each.path)).toEqual([]);
    for (const { path: place, shape, schema: found } of options) {
      expect(found?.description, place).toMatch(/^\S.+\.$/s);
      expect(found?.description, place).not.toContain("`");
      const given = defaultOf(shape);
      expect(found?.default, place).toEqual(given?.value);
      const isSaid = given !== undefined || optionInfo.get(shape as z.ZodType)?.usually !== undefined;
      if (isSaid) expect(found?.description, place).toContain(" Default: ");
    }
    expect(options.filter((each) => defaultOf(each.shape) !== undefined).length).toBeGreaterThan(60);
  });

  it("the JSON Schema requires options without a default, and rejects unknown keys", () => {
    expect(schema.required).toEqual(["database", "entities"]);
    expect([
      schema.additionalProperties,
      entity.additionalProperties,
      fieldSchema.additionalProperties,
    ]).toEqual([false, false, false]);
    expect(fieldSchema.required).toEqual(["type", "isEditable", "isRequired"]);
    expect(fieldSchema.properties?.["type"]?.enum).toEqual(fieldTypeNames);
  });

  it("the JSON Schema rejects functions, and says where they can be written", () => {
    const code = options.filter(({ shape }) => optionInfo.get(shape as z.ZodType)?.isCode === true);
    expect(code.map((each) => each.path)).toEqual([
      "entities.*.readValidator",
      "entities.*.writeValidator",
      "entities.*.hooks",
      "auth.messages.sendMessage",
      "auth.identify",
      "server.log.destination",
      "operations.*.handler",
      "operations.*.input",
      "operations.*.output",
    ]);
    for (const { schema: found } of code) {
      expect(found?.not).toEqual({});
      expect(found?.errorMessage).toContain("data-api.config.ts");
      expect(found?.description).toContain("data-api.config.ts");
    }
  });

  it("the JSON Schema accepts rules as well as roles in permissions", () => {
    const roles = entity.properties?.["permissions"]?.properties?.["read"]?.items?.anyOf;
    expect(roles?.map((each) => each.type ?? Object.keys(each.properties ?? {}))).toEqual([
      "string",
      "object",
    ]);
    const [, rule] = roles ?? [];
    expect(Object.keys(rule?.properties ?? {})).toEqual(["role", "fields", "where"]);
    expect(rule?.additionalProperties).toBe(false);
    expect(rule?.required).toEqual(["role"]);
  });

  it("the JSON Schema of a configuration is the same after it was written and read as JSON", () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});

const modules = [
  ...["blog", "messages"].map((name) => `examples/${name}/data-api.config.ts`),
  ...["cli/prisma", "cli/legacy", "cli/dab", "databases"].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, "test", folder))
      .filter((file) => file.endsWith(".config.ts"))
      .map((file) => `test/${folder}/${file}`),
  ),
];

describe("configurations without their functions are valid against the JSON Schema", () => {
  beforeAll(() => {
    vi.stubEnv("AUDIENCE", "api");
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it.each(modules)(
    "a configuration without its functions is valid against the JSON Schema: %s",
    async (file) => {
      const { default: config } = (await import(path.join(root, file))) as { default: Config };
      expectValid(config);
    },
  );

  it.each(goldenFolders)(
    "a golden configuration without its functions is valid against the JSON Schema: test/golden/$name",
    async (folder) => {
      expectValid(await loadGoldenConfig(folder));
    },
  );

  function expectValid(config: unknown) {
    expect(schemaErrors(asJson(config))).toEqual([]);
  }
});

const sound = {
  $schema: "./node_modules/data-api/dist/schema.json",
  database: { dialect: "sqlite", name: "app.db" },
  auth: { secretKey: "0123456789abcdef0123456789abcdef", passwordReqs: { minLength: 10 } },
  entities: {
    note: {
      fields: {
        text: { type: "string", isEditable: true, isRequired: true, maxLength: 80 },
        tag: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: { targetEntityName: "note", resolvedEntityName: "parent" },
        },
      },
      permissions: { read: ["guest", { role: "member", where: "id=1", fields: { include: ["text"] } }] },
    },
  },
  server: { maxTake: 50, rateLimit: { addresses: { limit: 1, window: 1 } }, log: { level: "info" } },
  endpoints: ["path"],
  openapi: { page: true },
};

/** The path of an option, and a wrong value for it. `undefined` removes the option. */
const mistakes: readonly (readonly [path: string, wrong: unknown])[] = [
  ["database", undefined],
  ["database", null],
  ["database", "sqlite"],
  ["database.dialect", "sqllite"],
  ["database.port", "5432"],
  ["database.pasword", "x"],
  ["database.encrypt", "yes"],
  ["entities", undefined],
  ["entities", []],
  ["entities.note", null],
  ["entities.note.fields", undefined],
  ["entities.note.permissions", ["guest"]],
  ["entities.note.permissions.write", ["guest"]],
  ["entities.note.permissions.read", "guest"],
  ["entities.note.permissions.read.0", "two words"],
  ["entities.note.permissions.read.1", {}],
  ["entities.note.permissions.read.1.role", 5],
  ["entities.note.permissions.read.1.where", ""],
  ["entities.note.permissions.read.1.fields.include", []],
  ["entities.note.permissions.read.1.fields.only", ["text"]],
  ["entities.note.fields.text", "string"],
  ["entities.note.fields.text.type", "strin"],
  ["entities.note.fields.text.isEditable", undefined],
  ["entities.note.fields.text.isRequired", "true"],
  ["entities.note.fields.text.maxLength", 0],
  ["entities.note.fields.text.maxLength", 1.5],
  ["entities.note.fields.text.precision", "limited"],
  ["entities.note.fields.text.values", []],
  ["entities.note.fields.text.isUniqe", true],
  ["entities.note.fields.tag.foreignKey", "note"],
  ["entities.note.fields.tag.foreignKey.targetEntityName", undefined],
  ["entities.note.primaryKey", 1],
  ["entities.note.foreignKeys", [{ fields: ["text"], targetEntityName: "note" }]],
  ["entities.note.systemFields", { id: "guid" }],
  ["entities.note.readValidator", "id=1"],
  ["auth", true],
  ["auth.passwordReqs.minLength", 7],
  ["auth.jwt", { issuer: "https://example.com" }],
  ["auth.identify", "code"],
  ["auth.refreshTokens", "on"],
  ["server.maxTake", 0],
  ["server.maxTake", 1_000_001],
  ["server.rateLimit.addresses", true],
  ["server.log.level", "trace"],
  ["server.cors", { origins: "https://example.com" }],
  ["endpoints", []],
  ["endpoints", ["path", "path"]],
  ["openapi.roles", []],
  ["strictBody", 1],
  ["strictbody", true],
];

describe("the JSON Schema finds mistakes of shape as well", () => {
  it("the JSON Schema and the check of shapes find no mistake in a valid configuration", () => {
    expect(checkShape(sound)).toEqual([]);
    expect(schemaErrors(sound)).toEqual([]);
  });

  it.each(mistakes)("the JSON Schema and the check of shapes find the mistake at %s: %j", (place, wrong) => {
    const config = changed(sound, place.split("."), wrong);
    expect(checkShape(config).length).toBeGreaterThan(0);
    const paths = schemaErrors(config).map(({ instancePath }) => instancePath);
    const above = `/${place.replaceAll(".", "/").replace(/\/?[^/]*$/, "")}`.replace(/\/$/, "");
    expect(paths.some((each) => each.startsWith(above))).toBe(true);
  });

  function changed(value: unknown, [key = "", ...rest]: readonly string[], wrong: unknown): unknown {
    const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
      string,
      unknown
    >;
    if (rest.length > 0) copy[key] = changed(copy[key], rest, wrong);
    else if (wrong === undefined) Reflect.deleteProperty(copy, key);
    else copy[key] = wrong;
    return copy;
  }
});

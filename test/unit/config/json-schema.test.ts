import fs from "node:fs";
import path from "node:path";
import type { Config } from "data-api";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { configJsonSchema } from "../../../generator/config/config-json-schema.js";
import { configShape } from "../../../runtime/config/config-shape.js";
import { parseShape } from "../../../runtime/config/check-shape.js";
import { fieldTypeNames } from "../../../runtime/model/field-type.js";
import { optionInfo } from "../../../runtime/model/settings/option.js";
import { goldenFolders, loadGoldenConfig } from "../../golden/folders.js";
import { asJson, schemaErrors } from "./editor-schema.js";
import { changedAt, defaultOf, optionsOf, type Schema } from "./shape-options.js";

const root = path.resolve(import.meta.dirname, "../../..");
const schema = configJsonSchema() as Schema;
const entity = schema.properties?.["entities"]?.additionalProperties as Schema;
const fieldSchema = entity.properties?.["fields"]?.additionalProperties as Schema;

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
    expect(parseShape(sound).problems).toEqual([]);
    expect(schemaErrors(sound)).toEqual([]);
  });

  it.each(mistakes)("the JSON Schema and the check of shapes find the mistake at %s: %j", (place, wrong) => {
    const config = changedAt(sound, place.split("."), wrong);
    expect(parseShape(config).problems.length).toBeGreaterThan(0);
    const paths = schemaErrors(config).map(({ instancePath }) => instancePath);
    const above = `/${place.replaceAll(".", "/").replace(/\/?[^/]*$/, "")}`.replace(/\/$/, "");
    expect(paths.some((each) => each.startsWith(above))).toBe(true);
  });
});

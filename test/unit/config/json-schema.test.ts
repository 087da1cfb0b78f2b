import { describe, expect, it } from "vitest";
import { configJsonSchema } from "../../../generator/config-json-schema.js";
import { fieldTypeNames } from "../../../runtime/model/field-type.js";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

describe("the JSON Schema of a configuration", () => {
  const schema = configJsonSchema() as Schema;
  const entity = schema.properties?.["entities"]?.additionalProperties as Schema;
  const field = entity.properties?.["fields"]?.additionalProperties as Schema;

  it("has what a configuration has, and refuses the rest", () => {
    expect(Object.keys(schema.properties ?? {})).toEqual([
      "$schema",
      "database",
      "entities",
      "auth",
      "server",
      "endpoints",
      "strictBody",
    ]);
    expect(schema.required).toEqual(["database", "entities"]);
    for (const part of [schema, entity, field])
      if (part !== schema.properties) expect(typeof part).toBe("object");
    expect([schema.additionalProperties, entity.additionalProperties, field.additionalProperties]).toEqual([
      false,
      false,
      false,
    ]);
    expect(field.required).toEqual(["type", "isEditable", "isRequired"]);
    expect(field.properties?.["type"]?.enum).toEqual(fieldTypeNames);
    expect(field.properties?.["isRequired"]?.description).toMatch(/create must supply/);
  });

  it("has no functions, which JSON cannot carry", () => {
    expect(entity.properties).not.toHaveProperty("readValidator");
    expect(entity.properties).not.toHaveProperty("writeValidator");
    expect(entity.properties).not.toHaveProperty("hooks");
    expect(schema.properties?.["auth"]?.properties).not.toHaveProperty("identify");
  });

  it("has rules beside roles", () => {
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

  it("is JSON", () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});

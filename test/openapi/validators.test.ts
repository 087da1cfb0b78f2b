import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString, type Config as Rules } from "@redocly/openapi-core";
import { beforeAll, describe, expect, test } from "vitest";
import { configurations } from "./configurations.js";
import { documentOf } from "./document-of.js";
import type { OpenapiJson } from "./openapi-document.js";

// The documents are valid for tools of others: Redocly's linter with its recommended rules, and swagger-parser.

let rules: Rules;
beforeAll(async () => {
  rules = await createConfig({ extends: ["recommended"] });
});

describe.each(configurations)("$name", ({ config }) => {
  const document = documentOf(config);

  test("Redocly's linter has no error and no warning", async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test("swagger-parser finds it valid", async () => {
    // It follows the references in place.
    const copy = structuredClone(document) as unknown as Parameters<typeof SwaggerParser.validate>[0];
    await expect(SwaggerParser.validate(copy)).resolves.toBeDefined();
  });
});

test("both find a mistake", async () => {
  const document = documentOf(configurations[0]?.config);
  const [path = ""] = Object.keys(document.paths);
  const broken = { ...document, paths: { ...document.paths, [path]: { get: { responses: 5 } } } };
  expect(await problemsOf(broken)).not.toEqual([]);
  const copy = structuredClone(broken) as unknown as Parameters<typeof SwaggerParser.validate>[0];
  await expect(SwaggerParser.validate(copy)).rejects.toThrow();
});

async function problemsOf(document: OpenapiJson): Promise<readonly string[]> {
  const problems = await lintFromString({ source: JSON.stringify(document), config: rules });
  return problems.map(
    ({ ruleId, severity, message, location }) =>
      `${severity} ${ruleId}: ${message} (${location.map(({ pointer }) => pointer ?? "").join(", ")})`,
  );
}

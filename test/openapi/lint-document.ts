import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString, type Config } from "@redocly/openapi-core";
import type { OpenapiJson } from "./openapi-document.js";

let rules: Promise<Config> | undefined;

function recommended(): Promise<Config> {
  rules ??= createConfig({
    extends: ["recommended"],
    // Few configurations have a license.
    rules: { "info-license": "off", "info-license-strict": "off" },
  });
  return rules;
}

/** The errors and warnings of Redocly's linter with its recommended rules. */
export async function lintDocument(document: OpenapiJson): Promise<readonly string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await recommended(),
  });
  return problems.map(
    ({ ruleId, severity, message, location }) =>
      `${severity} ${ruleId}: ${message} (${location.map(({ pointer }) => pointer ?? "").join(", ")})`,
  );
}

/** The errors of swagger-parser. */
export async function parseDocument(document: OpenapiJson): Promise<readonly string[]> {
  try {
    // It resolves references in place, so it gets a copy.
    const copy = structuredClone(document) as unknown as Parameters<typeof SwaggerParser.validate>[0];
    await SwaggerParser.validate(copy);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

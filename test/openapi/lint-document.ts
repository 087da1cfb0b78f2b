import { lacksExtra } from "../extras/extras.js";
import type { OpenapiJson } from "./openapi-document.js";
import { openapiPackages } from "./openapi-packages.js";

/** The errors and warnings of Redocly's linter with its recommended rules; none without its package. */
export async function lintDocument(document: OpenapiJson): Promise<readonly string[]> {
  if (lacksExtra("openapi")) return [];
  const { createConfig, lintFromString } = await (await openapiPackages()).redocly();
  rules ??= createConfig({
    extends: ["recommended"],
    // Few configurations have a license.
    rules: { "info-license": "off", "info-license-strict": "off" },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config: await rules });
  return problems.map(
    ({ ruleId, severity, message, location }) =>
      `${severity} ${ruleId}: ${message} (${location.map(({ pointer }) => pointer ?? "").join(", ")})`,
  );
}

let rules: Promise<object> | undefined;

/** The errors of swagger-parser; none without its package. */
export async function parseDocument(document: OpenapiJson): Promise<readonly string[]> {
  if (lacksExtra("openapi")) return [];
  const { default: parser } = await (await openapiPackages()).swaggerParser();
  try {
    // It resolves references in place, so it gets a copy.
    await parser.validate(structuredClone(document));
    return [];
  } catch (error) {
    return [String(error)];
  }
}

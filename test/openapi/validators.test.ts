import { describe, expect, test, vi } from "vitest";
import blog from "../../examples/blog/data-api.config.js";
import { lacksExtra } from "../extras/extras.js";
import { configurations } from "./configurations.js";
import { documentOf } from "./document-of.js";
import { lintDocument, parseDocument } from "./lint-document.js";

vi.setConfig({ testTimeout: 120_000 });

// The documents are valid for Redocly's linter with its recommended rules, and for swagger-parser.

describe.skipIf(lacksExtra("openapi")).each(configurations)("$name", ({ config }) => {
  const document = documentOf(config);

  test("Redocly's linter finds no error and no warning in the OpenAPI document", async () => {
    expect(await lintDocument(document)).toEqual([]);
  });

  test("swagger-parser finds the OpenAPI document valid", async () => {
    expect(await parseDocument(document)).toEqual([]);
  });
});

test.skipIf(lacksExtra("openapi"))(
  "Redocly's linter and swagger-parser find a mistake in an OpenAPI document",
  async () => {
    const document = documentOf(blog);
    const [path = ""] = Object.keys(document.paths);
    const broken = { ...document, paths: { ...document.paths, [path]: { get: { responses: 5 } } } };
    expect(await lintDocument(broken)).not.toEqual([]);
    expect(await parseDocument(broken)).not.toEqual([]);
  },
);

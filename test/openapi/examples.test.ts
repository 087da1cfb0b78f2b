import { expect, test, vi } from "vitest";
import { configurations } from "./configurations.js";
import { documentOf } from "./document-of.js";
import {
  escaped,
  examplesOf,
  followed,
  type Json,
  type Located,
  type OpenapiJson,
} from "./openapi-document.js";
import { createSchemaCheck } from "./schema-check.js";

vi.setConfig({ testTimeout: 120_000 });

// Every example and default in a document is valid for its schema.

test.each(configurations)(
  "examples and defaults of the OpenAPI document are valid for their schemas: $name",
  ({ config }) => {
    const document = documentOf(config);
    const check = createSchemaCheck(document);
    const mistakes: string[] = [];
    let count = 0;
    visit(document, { node: document, pointer: "" }, ({ node, pointer }) => {
      for (const [schema, examples] of samplesAt(document, { node, pointer }))
        for (const example of examples) {
          count++;
          const found = check.mistakesOf(schema, example);
          if (found.length > 0) mistakes.push(`${pointer}: ${JSON.stringify(example)}: ${found.join("; ")}`);
        }
    });
    expect(mistakes).toEqual([]);
    expect(count > 0).toBe(Object.keys(document.paths).length > 0);
  },
);

/** The schemas at a node, each with the values that must be valid for it. */
function samplesAt(
  document: OpenapiJson,
  { node, pointer }: Located,
): readonly (readonly [Located, readonly unknown[]])[] {
  const schema = node["schema"];
  // A parameter, a header or a media type.
  if (typeof schema === "object" && schema !== null && !Array.isArray(node["examples"]))
    return [
      [
        followed(document, { node: schema as Json, pointer: `${pointer}/schema` }),
        examplesOf(document, node),
      ],
    ];
  if (!isSchema(pointer)) return [];
  const { examples, default: usual } = node;
  const own = [...((examples ?? []) as readonly unknown[]), ...("default" in node ? [usual] : [])];
  return [[{ node, pointer }, own]];
}

/** Whether a pointer leads to a schema, by its last segments. */
function isSchema(pointer: string): boolean {
  return /\/(?:schema|items|additionalProperties|not|(?:properties|schemas|anyOf|oneOf|allOf)\/[^/]+)$/.test(
    pointer,
  );
}

/** Visits all objects of a document, except inside examples. */
function visit(document: OpenapiJson, { node, pointer }: Located, look: (located: Located) => void): void {
  look({ node, pointer });
  for (const [name, member] of Object.entries(node)) {
    if (typeof member !== "object" || member === null || isValueWord(name, pointer)) continue;
    visit(document, { node: member as Json, pointer: `${pointer}/${escaped(name)}` }, look);
  }
}

/** Whether a member holds data instead of a part of the document. A field may have the same name. */
function isValueWord(name: string, pointer: string): boolean {
  return (
    ["example", "examples", "default", "enum", "const"].includes(name) && !pointer.endsWith("/properties")
  );
}

import { expect, test } from "vitest";
import { field, openEntity } from "../conformance/fields.js";
import { documentOf } from "./document-of.js";
import { operationsOf } from "./openapi-document.js";
import { jsonMedia } from "./planned-request.js";
import { createSchemaCheck } from "./schema-check.js";

test.each([true, false])(
  "the OpenAPI document requires the key of each record in an array of changes, strict: %s",
  (strictBody) => {
    const document = documentOf({
      database: { dialect: "sqlite", name: ":memory:" },
      entities: { note: openEntity({ title: field("string") }) },
      strictBody,
    });
    const operation = operationsOf(document).find(({ id }) => id === "updateManyNote");
    const schema = operation && jsonMedia(operation)?.schema;
    if (schema === undefined) throw new Error("Notes can be changed.");
    const { isValid } = createSchemaCheck(document);
    const change = { id: 1, title: "x" };
    expect(isValid(schema, [change, { ...change, "@etag": 'W/"1", "2"' }])).toBe(true);
    expect(isValid(schema, [{ title: "x" }])).toBe(false);
    expect(isValid(schema, [{ ...change, "@etag": "1" }])).toBe(false);
    expect(isValid(schema, [{ ...change, other: 1 }])).toBe(!strictBody);
    expect(isValid(schema, { ...change })).toBe(!strictBody);
  },
);

import { expect, test } from "vitest";
import { withoutPrefills } from "../../runtime/surfaces/docs/browser/without-prefills.js";

test("examples of optional parameters move to the description, and nothing else in the document changes", () => {
  const id = { name: "id", in: "path", required: true, example: 1 };
  const where = { name: "where", in: "query", description: "A filter.", example: ["a=`1`"] };
  const key = { name: "Idempotency-Key", in: "header", required: false, example: "8e03978e" };
  const answer = { content: { "application/json": { example: { parameters: 1, example: 2 } } } };
  const given = {
    openapi: "3.1.0",
    paths: {
      "/a/{id}": { parameters: [id, where], post: { parameters: [key], responses: { 200: answer } } },
    },
    components: { parameters: { where, id }, schemas: { a: { example: 1 } } },
  };
  const before = structuredClone(given);
  const text = { name: "where", in: "query", description: 'A filter. Example: ``["a=`1`"]``' };
  expect(withoutPrefills(given)).toEqual({
    openapi: "3.1.0",
    paths: {
      "/a/{id}": {
        parameters: [id, text],
        post: {
          parameters: [
            { name: "Idempotency-Key", in: "header", required: false, description: "Example: `8e03978e`" },
          ],
          responses: { 200: answer },
        },
      },
    },
    components: { parameters: { where: text, id }, schemas: { a: { example: 1 } } },
  });
  expect(given).toEqual(before);
});

test("the docs page does not change a document without paths or parameters", () => {
  for (const given of [{}, { paths: {} }, { paths: { "/a": { get: {} } }, components: {} }])
    expect(withoutPrefills(given)).toEqual(given);
});

import { expect, test } from "vitest";
import type { Config } from "data-api";
import { field, openEntity } from "../conformance/fields.js";
import { documentOf } from "./document-of.js";
import { operationsOf } from "./openapi-document.js";
import { jsonMedia } from "./planned-request.js";
import { createSchemaCheck } from "./schema-check.js";

const listOf = (targetEntityName: string, inverseName: string) =>
  field("int", {
    isRequired: true,
    isEditable: false,
    foreignKey: { targetEntityName, inverseName, isWritable: true },
  });

test.each([true, false])(
  "bodies in the OpenAPI document have writable lists, also nested ones, strict: %s",
  (strictBody) => {
    const config: Config = {
      database: { dialect: "sqlite", name: ":memory:" },
      entities: {
        order: openEntity({ title: field("string", { isRequired: true }) }),
        line: openEntity({ orderid: listOf("order", "lines"), title: field("string", { isRequired: true }) }),
        part: openEntity({ lineid: listOf("line", "parts"), word: field("string", { isRequired: true }) }),
        note: {
          fields: { orderid: listOf("order", "notes"), text: field("string") },
          permissions: { read: ["guest"], update: ["guest"] },
        },
        log: { fields: { orderid: listOf("order", "logs") }, permissions: { read: ["guest"] } },
      },
      strictBody,
    };
    const document = documentOf(config);
    const { isValid } = createSchemaCheck(document);
    const bodyOf = (id: string) => {
      const operation = operationsOf(document).find((each) => each.id === id);
      const schema = operation && jsonMedia(operation)?.schema;
      if (schema === undefined) throw new Error(`There is no ${id}.`);
      return (body: object) => isValid(schema, body);
    };
    const isNew = bodyOf("createOrder");
    const isChange = bodyOf("updateOrder");
    expect(isNew({ title: "a", lines: [{ title: "x", parts: [{ word: "p" }] }, { title: "y" }] })).toBe(true);
    expect(isNew({ title: "a", lines: [{}] })).toBe(false);
    expect(isNew({ title: "a", lines: [{ title: "x", parts: [{}] }] })).toBe(false);
    expect(isNew({ title: "a", lines: { create: [] } })).toBe(false);
    expect(isNew({ title: "a", notes: [{ text: "x" }] })).toBe(!strictBody);
    const changes = { create: [{ title: "x" }], update: [{ id: 1, parts: { delete: [2] } }], delete: [3] };
    expect(isChange({ lines: changes })).toBe(true);
    expect(isChange({ lines: { set: [{ id: 1 }, { title: "x" }] } })).toBe(true);
    expect(isChange({ lines: { set: [], create: [{ title: "x" }] } })).toBe(false);
    expect(isChange({ lines: {} })).toBe(false);
    expect(isChange({ lines: { update: [{ title: "x" }] } })).toBe(false);
    expect(isChange({ lines: { remove: [1] } })).toBe(false);
    expect(isChange({ lines: [{ title: "x" }] })).toBe(false);
    expect(isChange({ notes: { update: [{ id: 1, text: "x" }] } })).toBe(true);
    expect(isChange({ notes: { create: [{ text: "x" }] } })).toBe(false);
    expect(isChange({ logs: {} })).toBe(!strictBody);
  },
);

import { defineOperation, type Config } from "data-api";
import { z } from "data-api/schema";
import { field, openEntity } from "../conformance/fields.js";

const required = { isRequired: true } as const;

/** A configuration of what generators of clients have read wrongly. */
export const nasty: Config = {
  database: { dialect: "sqlite", name: ":memory:" },
  openapi: {
    title: "Nasty",
    license: { name: "MIT", url: "https://opensource.org/license/mit" },
    contact: { name: "Anna", email: "anna@example.com" },
  },
  batch: true,
  entities: {
    thing: openEntity({
      title: field("string", {
        ...required,
        maxLength: 40,
        label: 'A "title" */',
        description: 'A "title" with */ and <b>.',
      }),
      state: field("enum", { values: ["draft", "it's", "`${x}`"], default: "draft" }),
      mood: field("enum", { values: ["good", "bad"], label: "Mood", description: "How it feels." }),
      grade: field("string", { values: ["a", "b"] }),
      steps: field("int", { values: [1, 2] }),
      big: field("bigint"),
      score: field("float"),
      price: field("decimal", { precision: 12, scale: 3 }),
      done: field("boolean", { default: false }),
      day: field("date"),
      at: field("datetime"),
      year: field("year"),
      founded: field("year", required),
      data: field("json"),
      extra: field("json", { isRequired: true, default: { a: 1 } }),
      bytes: field("bytes"),
      words: field("list", { of: "string", maxItems: 3 }),
      pin: field("secret"),
    }),
    // Names of tags and of parts of the document.
    batch: openEntity({ name: field("string") }),
    operations: openEntity({ name: field("string") }),
    Streams: openEntity({ name: field("string") }),
    order_: openEntity({ name: field("string", required) }),
    line: openEntity({
      order_id: field("int", {
        ...required,
        isEditable: false,
        foreignKey: {
          targetEntityName: "order_",
          resolvedEntityName: "order",
          inverseName: "lines",
          isWritable: true,
        },
      }),
      text: field("string", required),
    }),
  },
  operations: {
    find: defineOperation({
      parameters: {
        words: { type: "list", of: "string" },
        numbers: { type: "list", of: "int", isRequired: false },
        data: { type: "json", isRequired: false },
        year: { type: "year", isRequired: false },
      },
      returns: { value: { type: "json" } },
      isRead: true,
      permissions: ["guest"],
      handler: ({ input }) => input,
    }),
    search: defineOperation({
      input: z.object({
        least: z.number().optional(),
        numbers: z.array(z.int()).optional(),
        range: z.object({ from: z.int() }).optional(),
      }),
      output: z.object({ given: z.string() }),
      isRead: true,
      permissions: ["guest"],
      handler: ({ input }) => ({ given: JSON.stringify(input) }),
    }),
  },
};

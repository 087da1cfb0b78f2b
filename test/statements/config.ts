import type { Config } from "data-api";
import { field, openEntity } from "../conformance/fields.js";

/** Entities that cover all forms of statements. */
export const entities: Config["entities"] = {
  note: openEntity(
    {
      title: field("string", { column: `the "title"`, isRequired: true, isUnique: true }),
      body: field("text"),
      markup: field("richtext", { default: `it's a \\ "text" 😀` }),
      views: field("int", { isIndexed: true, isRequired: true, default: 0 }),
      big: field("bigint", { isUnique: true }),
      ratio: field("float"),
      price: field("decimal", { precision: 12, scale: 2 }),
      done: field("boolean", { default: false }),
      day: field("date"),
      at: field("datetime", { default: "2024-02-29T12:00:00.000Z" }),
      code: field("uuid", { isIndexed: true }),
      data: field("json"),
      hash: field("bytes", { maxLength: 16, isUnique: true }),
      photo: field("bytes", { default: "AP8nXA==" }),
      hidden: field("secret"),
      author: field("int", { foreignKey: { targetEntityName: "author", resolvedEntityName: "theAuthor" } }),
    },
    { table: "notes", systemFields: { updatedat: false } },
  ),
  author: openEntity(
    { boss: field("int", { foreignKey: { targetEntityName: "author", resolvedEntityName: "theBoss" } }) },
    { systemFields: { createdat: false, updatedat: false } },
  ),
  event: openEntity(
    {
      begins: field("datetime", { zone: "none", precision: 6, isIndexed: true, isRequired: true }),
      opens: field("time", { precision: 6, default: "08:30:00.123456" }),
      lasts: field("duration", { default: "P1M" }),
      made: field("year"),
    },
    { systemFields: { createdat: false, updatedat: false } },
  ),
  task: openEntity(
    {
      state: field("enum", { values: ["draft", "it's \\", "public"], isIndexed: true, default: "draft" }),
      tags: field("list", { of: "string", maxLength: 20, default: ["it's"] }),
      sizes: field("list", { of: "bigint" }),
    },
    { systemFields: { createdat: false, updatedat: false } },
  ),
  token: openEntity({ value: field("string", { maxLength: 40 }) }, { systemFields: { id: "uuid" } }),
};

/** An entity with a key of several fields, and an entity that refers to it. */
export const composite: Config["entities"] = {
  line: openEntity(
    {
      order: field("string", { isRequired: true, isEditable: false, maxLength: 20 }),
      nr: field("int", { isRequired: true, isEditable: false, column: `the "nr"` }),
    },
    { primaryKey: ["order", "nr"], systemFields: { createdat: false, updatedat: false } },
  ),
  remark: openEntity(
    { order: field("string", { maxLength: 20 }), line: field("int"), text: field("text") },
    {
      systemFields: { createdat: false, updatedat: false },
      foreignKeys: [{ fields: ["order", "line"], targetEntityName: "line" }],
    },
  ),
};

/** Renamed entities and fields, with everything that is named after them. */
export const renamed: Config["entities"] = {
  article: openEntity(
    {
      headline: field("string", { isUnique: true, renamedFrom: "title" }),
      status: field("enum", { values: ["open", "done"], renamedFrom: "state" }),
      views: field("int", { isIndexed: true }),
      editor: field("int", {
        renamedFrom: "author",
        foreignKey: { targetEntityName: "article", resolvedEntityName: "it" },
      }),
    },
    { renamedFrom: "note" },
  ),
};

/** Fields whose columns were different before. */
export const changed: Config["entities"] = {
  note: openEntity(
    {
      title: field("string", { maxLength: 100, isRequired: true, isUnique: true }),
      views: field("int", { isRequired: true, isIndexed: true }),
      code: field("int", { isUnique: true }),
      price: field("decimal", { precision: 12, scale: 2, default: "1.5" }),
      place: field("int", { isRequired: true }),
    },
    { systemFields: { createdat: false, updatedat: false } },
  ),
};

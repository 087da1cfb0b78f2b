import { everybody, field, openEntity } from "../conformance/fields.js";
import type { TestConfig } from "../conformance/start-server.js";

const key = { isRequired: true, isEditable: false };

/** Features that the two modes could answer differently. */
export const parityConfig: TestConfig = {
  entities: {
    blogpost: openEntity(
      {
        title: field("string", { isRequired: true, maxLength: 40 }),
        content: field("richtext"),
        state: field("string", { values: ["draft", "public"], default: "draft" }),
        level: field("int", { values: [1, 2, 3] }),
        views: field("int", { default: 0, isIndexed: true }),
        big: field("bigint"),
        score: field("float"),
        price: field("decimal", { precision: 12, scale: 3 }),
        done: field("boolean", { default: false }),
        day: field("date"),
        at: field("datetime"),
        key: field("uuid", { isUnique: true }),
        data: field("json"),
        author: field("string", { isEditable: false }),
        reviewed: field("boolean", { isIgnoredOnCreate: true }),
        must: field("json", { isRequired: true, default: [] }),
      },
      { description: 'Has "quotes", `ticks`, ${x} and */ in it.' },
    ),
    comment: openEntity({
      post: field("int", {
        isRequired: true,
        foreignKey: { targetEntityName: "blogpost", resolvedEntityName: "thePost" },
      }),
      text: field("text", { isRequired: true }),
    }),
    delete: openEntity(
      { class: field("string"), from: field("int") },
      { systemFields: { updatedat: false } },
    ),
    seen: openEntity({ title: field("string") }, { readValidator: () => 'title<>"hidden"' }),
    guarded: openEntity(
      { title: field("string") },
      { writeValidator: (_action, _roles, _userId, _record, input) => input?.["title"] !== "no" },
    ),
    country: openEntity(
      { code: field("string", { ...key, maxLength: 8 }), name: field("string") },
      { primaryKey: "code" },
    ),
    line: openEntity(
      { nr: field("int", key), text: field("string"), order: field("string", { ...key, maxLength: 8 }) },
      { primaryKey: ["order", "nr"], systemFields: { updatedat: false } },
    ),
    counted: openEntity({}, { primaryKey: "CountedId" }),
    readonly: { fields: { title: field("string") }, permissions: { read: ["guest"] } },
    closed: { fields: { title: field("string") }, permissions: {} },
    small: { fields: { text: field("text") }, permissions: everybody, maxBodyBytes: 64 },
  },
  server: { maxTake: 100 },
};

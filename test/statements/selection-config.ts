import type { Config, FieldConfig } from "data-api";
import { field, openEntity } from "../conformance/fields.js";

const to = (
  type: FieldConfig["type"],
  targetEntityName: string,
  resolvedEntityName: string,
  options: Partial<FieldConfig> = {},
) => field(type, { foreignKey: { targetEntityName, resolvedEntityName }, ...options });
const none = { createdat: false, updatedat: false, ownerid: false } as const;
const key = { isEditable: false, isRequired: true } as const;

/** Entities with all kinds of references. One of them is in a schema of its own. */
export const entities = (schema: string | undefined): Config["entities"] => ({
  /** Two keys to one entity, a key to itself, and keys of every kind. Its table has the name that pages use. */
  note: openEntity(
    {
      title: field("string"),
      level: field("int", { isIndexed: true }),
      author: to("int", "person", "theAuthor", { column: `the "author"` }),
      editor: to("int", "person", "theEditor"),
      parent: to("int", "note", "above"),
      tags: { ...to("int", "tag", "theTags"), foreignKey: manyTo("tag", "theTags") },
      session: to("uuid", "session", "theSession"),
      account: to("bigint", "account", "theAccount"),
      rate: to("decimal", "rate", "theRate", { precision: 8, scale: 2 }),
      country: to("string", "country", "theCountry", { maxLength: 2 }),
      book: to("string", "book", "theBook", { maxLength: 20 }),
    },
    {
      table: "page",
      systemFields: none,
      permissions: {
        read: [
          { role: "clerk", fields: { include: ["title", "author", "editor", "parent", "tags"] } },
          { role: "clerk", where: "level<5", fields: { exclude: ["id"] } },
        ],
      },
    },
  ),
  person: openEntity(
    {
      name: field("string"),
      password: field("secret"),
      isHidden: field("boolean"),
      salary: field("decimal", { precision: 10, scale: 2 }),
    },
    {
      table: "people",
      schema,
      systemFields: none,
      readValidator: () => "name<>null",
      permissions: {
        read: [
          { role: "clerk", fields: { include: ["name"] }, where: "isHidden=false" },
          { role: "clerk", where: "name=@user.name" },
        ],
      },
    },
  ),
  tag: openEntity(
    { word: field("string"), isHidden: field("boolean") },
    { systemFields: none, permissions: { read: [{ role: "clerk", where: "isHidden<>true" }] } },
  ),
  session: openEntity({ data: field("json") }, { primaryKey: "key", systemFields: { id: "uuid", ...none } }),
  account: openEntity({ nr: field("bigint", key) }, { primaryKey: "nr", systemFields: none }),
  rate: openEntity(
    { rate: field("decimal", { ...key, precision: 8, scale: 2 }) },
    { primaryKey: "rate", systemFields: none },
  ),
  country: openEntity(
    { code: field("string", { ...key, maxLength: 2, column: "iso code" }), name: field("string") },
    { primaryKey: "code", systemFields: none },
  ),
  /** A read-only entity. */
  book: {
    fields: { isbn: field("string", { ...key, maxLength: 20 }), title: field("string") },
    permissions: { read: ["guest"] },
    primaryKey: "isbn",
    isReadOnly: true,
    table: "books",
  },
  /** A key of several fields. */
  line: openEntity(
    {
      orderid: field("string", key),
      nr: field("int", key),
      person: to("int", "person", "thePerson"),
    },
    { primaryKey: ["orderid", "nr"], systemFields: none },
  ),
  /** Two foreign keys of several fields, which share one field. */
  remark: openEntity(
    { orderid: field("string"), nr: field("int"), other: field("bigint"), text: field("text") },
    {
      systemFields: none,
      foreignKeys: [
        { fields: ["orderid", "nr"], targetEntityName: "line", resolvedEntityName: "theLine" },
        { fields: ["orderid", "other"], targetEntityName: "line", resolvedEntityName: "theOther" },
      ],
    },
  ),
});

function manyTo(targetEntityName: string, resolvedEntityName: string) {
  return { targetEntityName, resolvedEntityName, isManyToMany: true };
}

import { defineConfig, type EntityConfig } from "data-api";

/** Names that mean something to TypeScript, to SQL, or to the generated code itself. */
const entityNames = [
  // What generated files import or declare.
  "repository",
  "database",
  "generated",
  "jsonValue",
  "router",
  "field",
  "z",
  "index",
  "entities",
  // What every TypeScript file knows.
  "promise",
  "record",
  "object",
  "string",
  "error",
  // Reserved words of TypeScript.
  "class",
  "new",
  "default",
  "delete",
  // Reserved words of SQL.
  "select",
  "table",
  // Ways to write a name.
  "blog_post",
  "BLOG",
  "news2_x__y",
  "newsItem",
  "HTTP_Log_",
  "a",
] as const;

const text = { type: "string", isEditable: true, isRequired: false } as const;

const key = { type: "int", isEditable: true, isRequired: false } as const;

const entity = { fields: { name: text }, permissions: { read: ["guest"] } } as const satisfies EntityConfig;

const fieldNames = [
  "class",
  "new",
  "default",
  "delete",
  "await",
  "then",
  "length",
  "name",
  "select",
  "from",
  "where",
  "order",
  "rowid",
  "index",
  "z",
  "field",
  "string",
  "Generated",
  "snake_case",
  "SHOUTED",
] as const;

/** Roles may hold anything but blanks. */
const roles = [
  "guest",
  "O'Brien",
  '"quoted"',
  "back\\slash",
  "`tick`",
  "${process.exit()}",
  "*/",
  "//",
  "</script>",
  "{{entity}}",
  "\u{1F600}",
  "\uD800",
  "\u0001",
];

export default defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    ...Object.fromEntries(entityNames.map((name) => [name, entity])),
    fields: {
      fields: Object.fromEntries(fieldNames.map((name) => [name, text])),
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    // What would be called like what is imported beside it.
    after_delete: { ...entity, hooks: { afterDelete: () => undefined } },
    thing: {
      fields: {
        newthingid: { ...key, foreignKey: { targetEntityName: "new_thing", resolvedEntityName: "z" } },
        parentid: { ...key, foreignKey: { targetEntityName: "THING", resolvedEntityName: "typeof" } },
      },
      permissions: { read: ["guest"] },
    },
    new_thing: entity,
    roles: { fields: { name: text }, permissions: { read: roles, create: roles.slice(1), update: [] } },
  },
});

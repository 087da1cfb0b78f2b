import type { Config } from "data-api";

const text = { type: "string", isEditable: true, isRequired: true } as const;
const optional = { ...text, isRequired: false } as const;
const fixed = { isEditable: false, isRequired: true } as const;
const everyone = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };

/** The configuration of which `tree` was generated. */
export const entities = {
  post: { fields: { title: text, content: { ...text, type: "richtext" } }, permissions: everyone },
  task: {
    fields: {
      title: text,
      state: { ...optional, values: ["open", "done"], default: "open" },
      note: optional,
      slug: { ...fixed, isRequired: false, type: "string" },
      pin: { ...text, type: "secret" },
      isurgent: { ...optional, type: "boolean", isIgnoredOnCreate: true, default: false },
      postid: {
        ...optional,
        type: "int",
        foreignKey: { targetEntityName: "post", resolvedEntityName: "post" },
      },
    },
    permissions: everyone,
    hooks: { beforeCreate: () => undefined },
  },
  comment: { fields: { words: text }, permissions: { read: ["guest"], create: ["guest"] } },
  line: {
    fields: {
      orderid: { ...text, ...fixed, maxLength: 20 },
      nr: { ...fixed, type: "int" },
      product: optional,
    },
    primaryKey: ["orderid", "nr"],
    permissions: everyone,
  },
  total: {
    fields: {
      day: { ...fixed, type: "date" },
      sum: { type: "decimal", isEditable: false, isRequired: false },
    },
    primaryKey: "day",
    isReadOnly: true,
    systemFields: { createdat: false, updatedat: false },
    permissions: { read: ["guest"] },
  },
} as const satisfies Config["entities"];

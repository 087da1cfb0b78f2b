import { defineConfig } from "data-api";

/** The configuration of the README. */
export default defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    blogpost: {
      fields: {
        title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
        content: { type: "richtext", isEditable: true, isRequired: true, foreignKey: null },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
  },
});

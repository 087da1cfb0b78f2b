import { defineConfig } from "data-api";

export default defineConfig({
  database: { dialect: "sqlite", name: "blog.db" },
  // The documentation of the endpoints is at /api/docs.
  openapi: { page: true, title: "Blog" },
  // The page to look at the records and to edit them is at /admin.
  admin: process.env["NODE_ENV"] !== "production",
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

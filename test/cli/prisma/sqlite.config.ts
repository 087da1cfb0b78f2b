import { defineConfig } from "data-api";

// Written by "data-api init" from a Prisma schema. It is yours to edit; "data-api db pull" shows what
// changes there.
// No operation is permitted yet: name roles in "permissions". Without users every caller is "guest".
// "systemFields" keep the tables as they are: without "ownerid: false", "auth" gives records an owner.
// Only the tables and columns that are listed here are read: remove what no caller should see.
// A relative path in "SHOP_URL" is one from the working directory, and not from the folder of the
// schema.
// Not carried over: relations through a table, or to a model that is left out: Post.tags, Tag.posts.
// Enums have the values of the database, and not Prisma's names: "it's \"admin\"" for Role.ADMIN.
// Prisma stores times in SQLite in several forms: storedAs "any" reads all, but compares slowly. Name
// the form if there is one.
export default defineConfig({
  database: {
    dialect: "sqlite",
    name: process.env["SHOP_URL"]?.replace(/^file:|\?.*$/g, ""),
    // The server changes no tables: it only checks that they are as described here.
    schema: "verify",
  },
  openapi: { page: true },
  admin: process.env["NODE_ENV"] !== "production",
  entities: {
    // Prisma's client sets "updatedAt" at every change (@updatedAt): here the caller supplies it.
    Person: {
      description: "A person",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        email: {
          type: "string",
          maxLength: 768,
          isEditable: true,
          isRequired: true,
          isUnique: true,
        },
        name: { type: "text", isEditable: true, isRequired: false },
        role: {
          type: "enum",
          values: ["USER", 'it\'s "admin"'],
          isEditable: true,
          isRequired: true,
          default: 'it\'s "admin"',
        },
        createdAt: {
          type: "datetime",
          storedAs: "any",
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        updatedAt: {
          type: "datetime",
          storedAs: "any",
          isEditable: true,
          isRequired: true,
        },
        active: {
          type: "boolean",
          isEditable: true,
          isRequired: true,
          default: true,
        },
        count: { type: "int", isEditable: true, isRequired: true, default: -5 },
        big: { type: "bigint", isEditable: true, isRequired: false },
        ratio: { type: "float", isEditable: true, isRequired: false },
        price: { type: "float", isEditable: true, isRequired: false },
        meta: { type: "json", isEditable: true, isRequired: false },
        avatar: { type: "bytes", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // Prisma's client makes "id" with nanoid(): here a create supplies it.
    Post: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: {
          type: "string",
          maxLength: 384,
          isEditable: false,
          isRequired: true,
        },
        title: { type: "text", isEditable: true, isRequired: true },
        authorId: {
          type: "int",
          isEditable: true,
          isRequired: false,
          isIndexed: true,
          foreignKey: {
            targetEntityName: "Person",
            resolvedEntityName: "author",
            inverseName: "posts",
          },
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    Tag: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        name: { type: "text", isEditable: true, isRequired: true },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // SQLite does not count up "id", only keys of type Int: here a create supplies it.
    Ledger: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "bigint", isEditable: false, isRequired: true },
        note: { type: "text", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // The lists "Post.tags" and "Tag.posts" are the records of this table: "A" is the key of Post, "B"
    // that of Tag.
    PostToTag: {
      table: "_PostToTag",
      primaryKey: ["A", "B"],
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        A: {
          type: "string",
          maxLength: 384,
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "Post",
            resolvedEntityName: "post",
            inverseName: "postToTags",
          },
        },
        B: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "Tag",
            resolvedEntityName: "tag",
            inverseName: "postToTags",
          },
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
  },
});

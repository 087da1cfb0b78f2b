import { defineConfig } from "data-api";

// Written by "data-api init" from a Prisma schema. It is yours to edit; "data-api db pull" shows what
// changes there.
// No operation is permitted yet: name roles in "permissions". Without users every caller is "guest".
// "systemFields" keep the tables as they are: without "ownerid: false", "auth" gives records an owner.
// Only the tables and columns that are listed here are read: remove what no caller should see.
// Not carried over: relations through a table, or to a model that is left out: Post.tags, Tag.posts.
// Enums have the values of the database, and not Prisma's names: "it's \"admin\"" for Role.ADMIN.
export default defineConfig({
  database: {
    dialect: "mysql",
    connectionString: process.env["SHOP_URL"],
    // The server changes no tables: it only checks that they are as described here.
    schema: "verify",
  },
  openapi: { page: true },
  admin: process.env["NODE_ENV"] !== "production",
  entities: {
    // Prisma's client sets "updatedAt" at every change (@updatedAt): here the caller supplies it.
    Person: {
      description: "A person",
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: {
          type: "bigint",
          isEditable: false,
          isRequired: true,
          isIgnoredOnCreate: true,
        },
        email: {
          type: "string",
          maxLength: 191,
          isEditable: true,
          isRequired: true,
          isUnique: true,
        },
        name: {
          type: "string",
          maxLength: 80,
          isEditable: true,
          isRequired: false,
        },
        role: {
          type: "enum",
          values: ["USER", 'it\'s "admin"'],
          isEditable: true,
          isRequired: true,
          default: 'it\'s "admin"',
        },
        createdAt: {
          type: "datetime",
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        updatedAt: { type: "datetime", isEditable: true, isRequired: true },
        seen: {
          type: "datetime",
          precision: 0,
          isEditable: true,
          isRequired: false,
        },
        day: { type: "date", isEditable: true, isRequired: false },
        wakes: {
          type: "time",
          precision: 0,
          isEditable: true,
          isRequired: false,
        },
        at: {
          type: "datetime",
          precision: 6,
          isEditable: true,
          isRequired: false,
        },
        year: { type: "year", isEditable: true, isRequired: false },
        active: {
          type: "boolean",
          isEditable: true,
          isRequired: true,
          default: true,
        },
        bit: {
          type: "boolean",
          storedAs: "bit(1)",
          isEditable: true,
          isRequired: false,
        },
        // "bits" is read-only, as its text: the type "bit(9)" is not supported.
        bits: {
          type: "other",
          storedAs: "bit(9)",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        tiny: { type: "int", isEditable: true, isRequired: false },
        level: { type: "int", isEditable: true, isRequired: true, default: 2 },
        small: { type: "int", isEditable: true, isRequired: false },
        medium: { type: "int", isEditable: true, isRequired: false },
        plain: { type: "int", isEditable: true, isRequired: false },
        big: { type: "bigint", isEditable: true, isRequired: false },
        huge: {
          type: "bigint",
          storedAs: "bigint unsigned",
          isEditable: true,
          isRequired: false,
        },
        ratio: { type: "float", isEditable: true, isRequired: false },
        single: { type: "float", isEditable: true, isRequired: false },
        wealth: {
          type: "decimal",
          precision: 65,
          scale: 30,
          isEditable: true,
          isRequired: false,
        },
        price: {
          type: "decimal",
          precision: 10,
          scale: 2,
          isEditable: true,
          isRequired: true,
          default: "9.99",
        },
        meta: { type: "json", isEditable: true, isRequired: false },
        avatar: { type: "bytes", isEditable: true, isRequired: false },
        hash: {
          type: "bytes",
          maxLength: 32,
          storedAs: "binary",
          isEditable: true,
          isRequired: false,
        },
        thumb: {
          type: "bytes",
          maxLength: 200,
          isEditable: true,
          isRequired: false,
        },
        icon: {
          type: "bytes",
          maxLength: 255,
          isEditable: true,
          isRequired: false,
        },
        tinyText: { type: "text", isEditable: true, isRequired: false },
        text: { type: "text", isEditable: true, isRequired: false },
        long: { type: "text", isEditable: true, isRequired: false },
        fixed: {
          type: "string",
          maxLength: 36,
          isEditable: true,
          isRequired: false,
        },
        // "place" is read-only, as its text: the type "point" is not supported.
        place: {
          type: "other",
          storedAs: "point",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // Prisma's client makes "id" with uuid(): here a create supplies it.
    // "@@fulltext" is not carried over.
    Post: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: {
          type: "string",
          maxLength: 191,
          isEditable: false,
          isRequired: true,
        },
        title: {
          type: "string",
          maxLength: 120,
          isEditable: true,
          isRequired: true,
        },
        authorId: {
          type: "bigint",
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
      primaryKey: "name",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        name: {
          type: "string",
          maxLength: 40,
          isEditable: false,
          isRequired: true,
        },
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
          maxLength: 191,
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "Post",
            resolvedEntityName: "post",
            inverseName: "postToTags",
          },
        },
        B: {
          type: "string",
          maxLength: 40,
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

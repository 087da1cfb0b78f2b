import { defineConfig } from "data-api";

// Written by "data-api init" from a Prisma schema. It is yours to edit; "data-api db pull" shows what
// changes there.
// No operation is permitted yet: name roles in "permissions". Without users every caller is "guest".
// "systemFields" keep the tables as they are: without "ownerid: false", "auth" gives records an owner.
// Only the tables and columns that are listed here are read: remove what no caller should see.
// Not carried over: relations through a table, or to a model that is left out: Post.tags, Tag.posts.
export default defineConfig({
  database: {
    dialect: "mssql",
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
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        // "email" is unique, which a field of its type and length cannot be.
        email: {
          type: "string",
          maxLength: 1000,
          isEditable: true,
          isRequired: true,
        },
        name: {
          type: "string",
          maxLength: 80,
          isEditable: true,
          isRequired: false,
        },
        long: { type: "text", isEditable: true, isRequired: false },
        fixed: {
          type: "string",
          maxLength: 3,
          isEditable: true,
          isRequired: false,
        },
        old: {
          type: "text",
          storedAs: "text",
          isEditable: true,
          isRequired: false,
        },
        document: { type: "xml", isEditable: true, isRequired: false },
        guid: {
          type: "uuid",
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        createdAt: {
          type: "datetime",
          precision: 7,
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        updatedAt: {
          type: "datetime",
          precision: 7,
          isEditable: true,
          isRequired: true,
        },
        day: { type: "date", isEditable: true, isRequired: false },
        wakes: {
          type: "time",
          precision: 7,
          isEditable: true,
          isRequired: false,
        },
        small: {
          type: "datetime",
          precision: 0,
          isEditable: true,
          isRequired: false,
        },
        older: { type: "datetime", isEditable: true, isRequired: false },
        offset: {
          type: "datetime",
          precision: 7,
          zone: "offset",
          isEditable: true,
          isRequired: false,
        },
        active: {
          type: "boolean",
          isEditable: true,
          isRequired: true,
          default: true,
        },
        tiny: { type: "int", isEditable: true, isRequired: false },
        big: { type: "bigint", isEditable: true, isRequired: false },
        ratio: { type: "float", isEditable: true, isRequired: false },
        single: { type: "float", isEditable: true, isRequired: false },
        money: {
          type: "decimal",
          precision: 19,
          scale: 4,
          isEditable: true,
          isRequired: false,
        },
        wealth: {
          type: "decimal",
          precision: 32,
          scale: 16,
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
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    Post: {
      systemFields: {
        id: "uuid",
        createdat: false,
        updatedat: false,
        ownerid: false,
      },
      fields: {
        title: {
          type: "string",
          maxLength: 120,
          isEditable: true,
          isRequired: true,
        },
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
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        name: {
          type: "string",
          maxLength: 1000,
          isEditable: true,
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
          type: "uuid",
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

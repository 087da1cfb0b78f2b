import { defineConfig } from "data-api";

// Written by "data-api init" from a Prisma schema. It is yours to edit; "data-api db pull" shows what
// changes there.
// No operation is permitted yet: name roles in "permissions". Without users every caller is "guest".
// "systemFields" keep the tables as they are: without "ownerid: false", "auth" gives records an owner.
// Only the tables and columns that are listed here are read: remove what no caller should see.
// Not carried over, as it is for Prisma's migrations: directUrl.
// "SHOP_URL" was not set: if its URL has "?schema=", give the entities that "schema".
// Not carried over: relations through a table, or to a model that is left out: Person.followers,
// Person.following, Order.products, Product.orders.
// Enums have the values of the database, and not Prisma's names: "user" for Role.USER, "it's
// \"admin\"" for Role.ADMIN.
// The model "Secret" is left out: it has @@ignore.
export default defineConfig({
  database: {
    dialect: "postgres",
    connectionString: process.env["SHOP_URL"],
    // The server changes no tables: it only checks that they are as described here.
    schema: "verify",
  },
  openapi: { page: true },
  admin: process.env["NODE_ENV"] !== "production",
  entities: {
    // Prisma's client sets "updatedAt" at every change (@updatedAt): here the caller supplies it.
    Person: {
      table: 'person "table"',
      description: 'A person "with" an account, */ `${and}` a name too',
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: {
          type: "int",
          isEditable: false,
          isRequired: true,
          isIgnoredOnCreate: true,
          column: "person_id",
        },
        email: {
          type: "string",
          maxLength: 191,
          isEditable: true,
          isRequired: true,
          isUnique: true,
          description: "Where letters go",
        },
        name: { type: "text", isEditable: true, isRequired: false },
        role: {
          type: "enum",
          values: ["user", 'it\'s "admin"'],
          isEditable: true,
          isRequired: true,
          default: 'it\'s "admin"',
        },
        createdAt: {
          type: "datetime",
          isEditable: true,
          isRequired: true,
          filledBy: "default",
          column: "created_at",
        },
        updatedAt: {
          type: "datetime",
          isEditable: true,
          isRequired: true,
          column: "updated_at",
        },
        tags: {
          type: "list",
          of: "text",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        scores: {
          type: "list",
          of: "int",
          isEditable: true,
          isRequired: false,
        },
        // "roles" is read-only, as its text: the type "role_kind[]" is not supported.
        roles: {
          type: "other",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        settings: {
          type: "json",
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        plain: { type: "json", isEditable: true, isRequired: false },
        balance: {
          type: "decimal",
          precision: 12,
          scale: 2,
          isEditable: true,
          isRequired: true,
          default: "0.5",
        },
        wealth: {
          type: "decimal",
          precision: 65,
          scale: 30,
          isEditable: true,
          isRequired: false,
        },
        any: {
          type: "decimal",
          precision: "unlimited",
          isEditable: true,
          isRequired: false,
        },
        fee: {
          type: "decimal",
          precision: 19,
          scale: 2,
          storedAs: "money",
          isEditable: true,
          isRequired: false,
        },
        born: { type: "date", isEditable: true, isRequired: false },
        wakes: {
          type: "time",
          precision: 0,
          isEditable: true,
          isRequired: false,
        },
        sleeps: {
          type: "time",
          zone: "offset",
          isEditable: true,
          isRequired: false,
        },
        seen: {
          type: "datetime",
          precision: 6,
          isEditable: true,
          isRequired: false,
        },
        local: {
          type: "datetime",
          precision: 6,
          isEditable: true,
          isRequired: false,
        },
        avatar: { type: "bytes", isEditable: true, isRequired: false },
        // "token" is left out: its name is that of a secret. If callers may see it, add:
        // "token": {"type":"uuid","isEditable":true,"isRequired":false},
        address: {
          type: "native",
          storedAs: "inet",
          isEditable: true,
          isRequired: false,
        },
        document: { type: "xml", isEditable: true, isRequired: false },
        nick: { type: "text", isEditable: true, isRequired: false },
        flags: {
          type: "native",
          storedAs: "bit(8)",
          isEditable: true,
          isRequired: false,
        },
        bits: {
          type: "native",
          storedAs: "varbit(9)",
          isEditable: true,
          isRequired: false,
        },
        small: { type: "int", isEditable: true, isRequired: false },
        big: {
          type: "bigint",
          isEditable: true,
          isRequired: true,
          default: "9007199254740993",
        },
        ratio: {
          type: "float",
          isEditable: true,
          isRequired: true,
          default: 0.5,
        },
        exact: { type: "float", isEditable: true, isRequired: false },
        active: {
          type: "boolean",
          isEditable: true,
          isRequired: true,
          default: true,
        },
        // "hidden" is left out: it has @ignore.
        // "place" is read-only, as its text: the type "point" is not supported.
        place: {
          type: "other",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        search: {
          type: "native",
          storedAs: "tsvector",
          isEditable: true,
          isRequired: false,
        },
        letter: {
          type: "string",
          maxLength: 4,
          isEditable: true,
          isRequired: true,
          default: "it's",
        },
        code: {
          type: "text",
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    Profile: {
      systemFields: {
        id: "uuid",
        createdat: false,
        updatedat: false,
        ownerid: false,
      },
      fields: {
        bio: { type: "text", isEditable: true, isRequired: false },
        personId: {
          type: "int",
          isEditable: true,
          isRequired: true,
          isUnique: true,
          column: "person_id",
          foreignKey: {
            targetEntityName: "Person",
            resolvedEntityName: "person",
            inverseName: "profile",
          },
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // Prisma's client makes "id" with cuid(): here a create supplies it.
    Order: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: {
          type: "string",
          maxLength: 384,
          isEditable: false,
          isRequired: true,
        },
        title: {
          type: "string",
          maxLength: 120,
          isEditable: true,
          isRequired: true,
        },
        buyerId: {
          type: "int",
          isEditable: true,
          isRequired: false,
          isIndexed: true,
          foreignKey: {
            targetEntityName: "Person",
            resolvedEntityName: "buyer",
            inverseName: "orders",
          },
        },
        version: { type: "int", isEditable: true, isRequired: true },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    Product: {
      table: "products",
      schema: "stock",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        sku: {
          type: "string",
          maxLength: 768,
          isEditable: true,
          isRequired: true,
          isUnique: true,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    Line: {
      primaryKey: ["orderId", "number"],
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        orderId: {
          type: "string",
          maxLength: 384,
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "Order",
            resolvedEntityName: "order",
            inverseName: "lines",
          },
        },
        number: { type: "int", isEditable: false, isRequired: true },
        text: { type: "text", isEditable: true, isRequired: true },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    Note: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: {
          type: "bigint",
          isEditable: false,
          isRequired: true,
          isIgnoredOnCreate: true,
        },
        orderId: {
          type: "string",
          maxLength: 384,
          isEditable: true,
          isRequired: true,
        },
        number: { type: "int", isEditable: true, isRequired: true },
      },
      foreignKeys: [
        {
          fields: ["orderId", "number"],
          targetEntityName: "Line",
          resolvedEntityName: "line",
          inverseName: "notes",
        },
      ],
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // Check that "id" identifies a record.
    ActivePerson: {
      table: "active_person",
      isReadOnly: true,
      primaryKey: "id",
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        name: { type: "text", isEditable: false, isRequired: false },
      },
      permissions: { read: [] },
    },
    // The lists "Person.followers" and "Person.following" are the records of this table: "A" is the key of
    // Person, "B" that of Person.
    Follows: {
      table: "_Follows",
      primaryKey: ["A", "B"],
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        A: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "Person",
            resolvedEntityName: "person_A",
            inverseName: "follows_A",
          },
        },
        B: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "Person",
            resolvedEntityName: "person_B",
            inverseName: "follows_B",
          },
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // The lists "Order.products" and "Product.orders" are the records of this table: "A" is the key of
    // Order, "B" that of Product.
    OrderToProduct: {
      table: "_OrderToProduct",
      primaryKey: ["A", "B"],
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        A: {
          type: "string",
          maxLength: 384,
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "Order",
            resolvedEntityName: "order",
            inverseName: "orderToProducts",
          },
        },
        B: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "Product",
            resolvedEntityName: "product",
            inverseName: "orderToProducts",
          },
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
  },
});

import { defineConfig } from "data-api";

// Written by "data-api init" from the database. It is yours to edit; "data-api db pull" shows what
// changes there.
// No operation is permitted yet: name roles in "permissions". Without users every caller is "guest".
// "systemFields" keep the tables as they are: without "ownerid: false", "auth" gives records an owner.
// Only the tables and columns that are listed here are read: remove what no caller should see.
export default defineConfig({
  database: {
    dialect: "sqlite",
    name: "legacy",
    // The server changes no tables: it only checks that they are as described here.
    schema: "verify",
  },
  openapi: { page: true },
  admin: process.env["NODE_ENV"] !== "production",
  entities: {
    entity_1st: {
      table: "1st",
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "bigint", isEditable: false, isRequired: true },
        x: { type: "bigint", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // The database checks "moods": [mood] = 'sad' or "mood" in ('happy')
    Blog: {
      primaryKey: "BlogId",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        title: {
          type: "string",
          isEditable: true,
          isRequired: true,
          default: 'it\'s "new"',
        },
        authorid: {
          type: "int",
          isEditable: true,
          isRequired: true,
          foreignKey: {
            targetEntityName: "author",
            resolvedEntityName: "author",
            inverseName: "Blogs",
          },
        },
        parent_id: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: {
            targetEntityName: "Blog",
            resolvedEntityName: "parent",
            inverseName: "Blogs",
          },
        },
        views: {
          type: "bigint",
          isEditable: true,
          isRequired: true,
          default: 0,
        },
        price: {
          type: "float",
          isEditable: true,
          isRequired: false,
          default: 1.5,
        },
        published: { type: "datetime", isEditable: true, isRequired: false },
        slug: {
          type: "string",
          maxLength: 768,
          isEditable: true,
          isRequired: false,
          isUnique: true,
        },
        tag: { type: "text", isEditable: true, isRequired: false },
        small: {
          type: "int",
          isEditable: true,
          isRequired: false,
          default: -5,
        },
        longer: {
          type: "text",
          maxLength: 8000,
          isEditable: true,
          isRequired: false,
        },
        day: {
          type: "date",
          isEditable: true,
          isRequired: true,
          default: "2020-01-01",
        },
        at: {
          type: "text",
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        CreatedAt: { type: "datetime", isEditable: true, isRequired: false },
        shout: {
          type: "text",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        whisper: {
          type: "text",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        lang: {
          type: "string",
          maxLength: 2,
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        odd: {
          type: "text",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        empty: { type: "bigint", isEditable: true, isRequired: false },
        state: {
          type: "enum",
          values: ["new", "it's"],
          isEditable: true,
          isRequired: true,
          default: "it's",
        },
        mood: {
          type: "string",
          maxLength: 9,
          isEditable: true,
          isRequired: false,
        },
        kind: {
          type: "enum",
          values: ["b", "a"],
          isEditable: true,
          isRequired: true,
          default: "b",
        },
        untyped: { type: "text", isEditable: true, isRequired: false },
        data: { type: "bytes", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    Order_Details: {
      table: "Order Details",
      primaryKey: ["Order_ID", "line"],
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        Order_ID: {
          type: "bigint",
          isEditable: false,
          isRequired: true,
          column: "Order ID",
        },
        line: {
          type: "int",
          isEditable: false,
          isRequired: true,
          column: "line#",
        },
        Grosse: {
          type: "float",
          isEditable: true,
          isRequired: true,
          column: "Größe",
        },
        quantity_ordered: {
          type: "bigint",
          isEditable: true,
          isRequired: true,
          default: 1,
          column: 'quantity " ordered',
        },
        field_2nd_price: {
          type: "float",
          isEditable: true,
          isRequired: false,
          column: "2nd price",
        },
        select: {
          type: "string",
          maxLength: 20,
          isEditable: true,
          isRequired: false,
        },
        field_constructor: {
          type: "string",
          maxLength: 10,
          isEditable: true,
          isRequired: false,
          column: "constructor",
        },
        naive: {
          type: "text",
          isEditable: true,
          isRequired: false,
          column: "naïve 日本",
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // Records cannot be created: "password_hash" must have a value.
    account: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        name: {
          type: "string",
          maxLength: 40,
          isEditable: true,
          isRequired: true,
        },
        // "password_hash" is left out: its name is that of a secret. If callers may see it, add:
        // "password_hash": {"type":"string","maxLength":60,"isEditable":true,"isRequired":true},
        // "legacy" is left out: it holds hashes of passwords, tokens or keys. If callers may see it, add:
        // "legacy": {"type":"string","maxLength":100,"isEditable":true,"isRequired":false},
        // "keyed" is left out: it holds hashes of passwords, tokens or keys. If callers may see it, add:
        // "keyed": {"type":"text","isEditable":true,"isRequired":false},
        // "api_key" is left out: its name is that of a secret. If callers may see it, add:
        // "api_key": {"type":"string","maxLength":40,"isEditable":true,"isRequired":false,"isUnique":true},
        // "pin" is left out: its name is that of a secret. If callers may see it, add:
        // "pin": {"type":"bigint","isEditable":true,"isRequired":false},
        // "ssn" is left out: its name is that of a secret. If callers may see it, add:
        // "ssn": {"type":"string","maxLength":11,"isEditable":true,"isRequired":false},
        token_type: {
          type: "string",
          maxLength: 20,
          isEditable: true,
          isRequired: false,
        },
        password_changed_at: {
          type: "date",
          isEditable: true,
          isRequired: false,
        },
        has_password: {
          type: "int",
          isEditable: true,
          isRequired: true,
          default: 1,
        },
        note: { type: "string", isEditable: true, isRequired: false },
      },
      permissions: { read: [], update: [], delete: [] },
    },
    // Check that "name" identifies a record.
    account_list: {
      isReadOnly: true,
      primaryKey: "name",
      fields: {
        name: {
          type: "string",
          maxLength: 40,
          isEditable: false,
          isRequired: true,
        },
        // "password_hash" is left out: its name is that of a secret. If callers may see it, add:
        // "password_hash": {"type":"string","maxLength":60,"isEditable":false,"isRequired":false},
        note: { type: "string", isEditable: false, isRequired: false },
      },
      permissions: { read: [] },
    },
    // Nothing shows what identifies a record. If fields do, name them in "primaryKey".
    active_author: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        id: { type: "bigint", isEditable: false, isRequired: false },
        name: {
          type: "string",
          maxLength: 100,
          isEditable: false,
          isRequired: false,
        },
        email: { type: "string", isEditable: false, isRequired: false },
      },
      permissions: { read: [] },
    },
    author: {
      systemFields: { ownerid: false },
      fields: {
        name: {
          type: "string",
          maxLength: 100,
          isEditable: true,
          isRequired: true,
        },
        email: {
          type: "string",
          isEditable: true,
          isRequired: true,
          isUnique: true,
        },
        bio: { type: "text", isEditable: true, isRequired: false },
        born: { type: "date", isEditable: true, isRequired: false },
        rating: {
          type: "float",
          isEditable: true,
          isRequired: false,
          default: 2.5,
        },
        is_active: {
          type: "boolean",
          isEditable: true,
          isRequired: true,
          default: true,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // Nothing shows what identifies a record. If fields do, name them in "primaryKey".
    author_count: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        total: { type: "int", isEditable: false, isRequired: false },
        // The database does not tell the type of "Max Name".
        Max_Name: {
          type: "text",
          isEditable: false,
          isRequired: false,
          column: "Max Name",
        },
      },
      permissions: { read: [] },
    },
    blobkeyed: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: {
          type: "bytes",
          maxLength: 768,
          isEditable: false,
          isRequired: true,
        },
        name: {
          type: "string",
          maxLength: 10,
          isEditable: true,
          isRequired: true,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    chicken: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        egg_id: {
          type: "int",
          isEditable: true,
          isRequired: true,
          foreignKey: {
            targetEntityName: "egg",
            resolvedEntityName: "egg",
            inverseName: "chickens",
          },
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    city: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "bigint", isEditable: false, isRequired: true },
        country_code: {
          type: "string",
          maxLength: 2,
          isEditable: true,
          isRequired: true,
          foreignKey: {
            targetEntityName: "country",
            resolvedEntityName: "country",
            inverseName: "cities",
          },
        },
        name: { type: "text", isEditable: true, isRequired: true },
        // "location" is read-only, as its text: the type "point" is not supported.
        location: {
          type: "other",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    entity_con: {
      table: "con",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        x: { type: "bigint", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    entity_constructor: {
      table: "constructor",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        field_prototype: {
          type: "string",
          maxLength: 10,
          isEditable: true,
          isRequired: false,
          column: "prototype",
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    country: {
      primaryKey: "code",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        code: {
          type: "string",
          maxLength: 2,
          isEditable: false,
          isRequired: true,
        },
        name: {
          type: "string",
          maxLength: 80,
          isEditable: true,
          isRequired: true,
          isUnique: true,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    declared: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        size: { type: "int", minimum: 0, isEditable: true, isRequired: true },
        small: { type: "int", isEditable: true, isRequired: false },
        wide: { type: "bigint", isEditable: true, isRequired: false },
        tiny: { type: "text", isEditable: true, isRequired: false },
        words: { type: "text", isEditable: true, isRequired: false },
        native: {
          type: "string",
          maxLength: 70,
          isEditable: true,
          isRequired: false,
        },
        sub: { type: "text", isEditable: true, isRequired: false },
        chars: {
          type: "string",
          maxLength: 40,
          isEditable: true,
          isRequired: false,
        },
        most: { type: "text", isEditable: true, isRequired: false },
        raw: { type: "bytes", isEditable: true, isRequired: false },
        ratio: { type: "float", isEditable: true, isRequired: false },
        price: { type: "float", isEditable: true, isRequired: false },
        flag: { type: "boolean", isEditable: true, isRequired: false },
        guid: { type: "uuid", isEditable: true, isRequired: false },
        at: {
          type: "datetime",
          storedAs: "YYYY-MM-DD HH:MM:SS",
          isEditable: true,
          isRequired: false,
        },
        // "place" is read-only, as its text: the type "point" is not supported.
        place: {
          type: "other",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        texts: { type: "text", isEditable: true, isRequired: false },
        ints: { type: "int", isEditable: true, isRequired: false },
        large: { type: "bigint", isEditable: true, isRequired: false },
        reals: { type: "float", isEditable: true, isRequired: false },
        bytes: { type: "bytes", isEditable: true, isRequired: false },
        // "mixed" is read-only, as its text: it has no type.
        mixed: {
          type: "other",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        empty: { type: "text", isEditable: true, isRequired: false },
        parent: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: {
            targetEntityName: "declared",
            resolvedEntityName: "declared",
            inverseName: "declareds",
          },
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // The foreign key from "parent" to "defaults" is left out: that is not what identifies a record there.
    defaults: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        at: {
          type: "datetime",
          storedAs: "YYYY-MM-DD HH:MM:SS",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        day: {
          type: "date",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        uid: {
          type: "uuid",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        meta: {
          type: "json",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        bits: {
          type: "bytes",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        words: {
          type: "text",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        two: {
          type: "bigint",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        large: {
          type: "bigint",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        hex: {
          type: "bigint",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        kind: {
          type: "string",
          maxLength: 20,
          isEditable: true,
          isRequired: false,
        },
        checked: {
          type: "bigint",
          maximum: 4,
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        code: {
          type: "string",
          maxLength: 768,
          isEditable: true,
          isRequired: false,
          default: "x",
          isUnique: true,
        },
        parent: {
          type: "string",
          maxLength: 768,
          isEditable: true,
          isRequired: false,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    device: {
      primaryKey: "serial",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        serial: { type: "uuid", isEditable: false, isRequired: true },
        label: {
          type: "string",
          maxLength: 40,
          isEditable: true,
          isRequired: false,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // It has no key, so it is read-only. If fields identify a record, name them in "primaryKey".
    dump: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        data: { type: "bytes", isEditable: false, isRequired: false },
        // "shape" is read-only, as its text: the type "point" is not supported.
        shape: { type: "other", isEditable: false, isRequired: false },
      },
      permissions: { read: [] },
    },
    egg: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        chicken_id: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: {
            targetEntityName: "chicken",
            resolvedEntityName: "chicken",
            inverseName: "eggs",
          },
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // It has no key, so it is read-only. If fields identify a record, name them in "primaryKey".
    log: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        at: { type: "datetime", isEditable: false, isRequired: true },
        level: { type: "bigint", isEditable: false, isRequired: true },
        message: { type: "text", isEditable: false, isRequired: false },
      },
      permissions: { read: [] },
    },
    // It has no key, so it is read-only. If fields identify a record, name them in "primaryKey".
    loose: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        a: {
          type: "string",
          maxLength: 10,
          isEditable: false,
          isRequired: false,
        },
        b: { type: "bigint", isEditable: false, isRequired: false },
      },
      permissions: { read: [] },
    },
    order_detail_note: {
      table: "order detail note",
      systemFields: {
        id: "uuid",
        createdat: false,
        updatedat: false,
        ownerid: false,
      },
      fields: {
        order_id: { type: "bigint", isEditable: true, isRequired: true },
        line: { type: "int", isEditable: true, isRequired: true },
        note: { type: "text", isEditable: true, isRequired: true },
      },
      foreignKeys: [
        {
          fields: ["order_id", "line"],
          targetEntityName: "Order_Details",
          resolvedEntityName: "order",
          inverseName: "order_detail_notes",
        },
      ],
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // The foreign key from "gone_id" to "nowhere" is left out: that is not in this file.
    orphan: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        gone_id: { type: "bigint", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // Records cannot be created: "location" must have a value.
    place: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        name: {
          type: "string",
          maxLength: 20,
          isEditable: true,
          isRequired: true,
        },
        // "location" is read-only, as its text: the type "point" is not supported.
        location: {
          type: "other",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
      },
      permissions: { read: [], update: [], delete: [] },
    },
    profile: {
      primaryKey: "author",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        author: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "author",
            resolvedEntityName: "author_record",
            inverseName: "profile",
          },
        },
        motto: {
          type: "string",
          maxLength: 50,
          isEditable: true,
          isRequired: false,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    reading: {
      primaryKey: ["device", "taken"],
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        device: {
          type: "uuid",
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "device",
            resolvedEntityName: "device_record",
            inverseName: "readings",
          },
        },
        taken: { type: "datetime", isEditable: false, isRequired: true },
        value: { type: "float", isEditable: true, isRequired: true },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // It has no key, so it is read-only. If fields identify a record, name them in "primaryKey".
    search: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        body: { type: "text", isEditable: false, isRequired: false },
      },
      permissions: { read: [] },
    },
    // Its key cannot be one here, so it is read-only. If fields identify a record, name them in
    // "primaryKey".
    session: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        // "token" is left out: its name is that of a secret. If callers may see it, add:
        // "token": {"type":"string","maxLength":40,"isEditable":false,"isRequired":true},
        account_id: {
          type: "int",
          isEditable: false,
          isRequired: false,
          foreignKey: {
            targetEntityName: "account",
            resolvedEntityName: "account",
            inverseName: "sessions",
          },
        },
        state: {
          type: "string",
          maxLength: 9,
          isEditable: false,
          isRequired: false,
        },
      },
      permissions: { read: [] },
    },
    setting: {
      primaryKey: "name",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        name: {
          type: "string",
          maxLength: 384,
          isEditable: false,
          isRequired: true,
        },
        value: { type: "text", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    sized: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        none: { type: "text", isEditable: true, isRequired: false },
        long: { type: "text", isEditable: true, isRequired: false },
        most: { type: "float", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    timetable: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        opens: {
          type: "time",
          isEditable: true,
          isRequired: true,
          default: "08:30:00",
        },
        closes: {
          type: "time",
          precision: 6,
          isEditable: true,
          isRequired: false,
        },
        noted: { type: "text", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // The texts of a key have at most 384 characters together here.
    unkeyed: {
      primaryKey: ["email", "source"],
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        email: {
          type: "string",
          maxLength: 192,
          isEditable: false,
          isRequired: true,
        },
        source: {
          type: "string",
          maxLength: 192,
          isEditable: false,
          isRequired: true,
        },
        n: { type: "bigint", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // The view "broken" is left out: the database shows no columns of it, or cannot read it.
  },
});

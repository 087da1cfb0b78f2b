import { defineConfig } from "data-api";

// Written by "data-api init" from the database. It is yours to edit; "data-api db pull" shows what
// changes there.
// No operation is permitted yet: name roles in "permissions". Without users every caller is "guest".
// "systemFields" keep the tables as they are: without "ownerid: false", "auth" gives records an owner.
// Only the tables and columns that are listed here are read: remove what no caller should see.
export default defineConfig({
  database: {
    dialect: "postgres",
    host: "127.0.0.1",
    port: 5432,
    name: "legacy",
    userName: "postgres",
    // The server changes no tables: it only checks that they are as described here.
    schema: "verify",
  },
  openapi: { page: true },
  admin: process.env["NODE_ENV"] !== "production",
  entities: {
    Kunden_Stamm: {
      table: "Kunden-Stamm",
      schema: "Old Stuff",
      primaryKey: "Kunden_Nr",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        Kunden_Nr: {
          type: "int",
          isEditable: false,
          isRequired: true,
          isIgnoredOnCreate: true,
          column: "Kunden-Nr",
        },
        Strasse: {
          type: "string",
          maxLength: 60,
          isEditable: true,
          isRequired: false,
          column: "Straße",
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    entity_1st: {
      table: "1st",
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        x: { type: "int", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    Blog: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        x: { type: "int", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    Order_Details: {
      table: "Order Details",
      primaryKey: ["Order_ID", "line"],
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        Order_ID: {
          type: "int",
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
          type: "decimal",
          precision: 8,
          scale: 3,
          isEditable: true,
          isRequired: true,
          column: "Größe",
        },
        quantity_ordered: {
          type: "int",
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
        name: {
          type: "string",
          maxLength: 10,
          isEditable: true,
          isRequired: false,
        },
        NAME_2: {
          type: "string",
          maxLength: 10,
          isEditable: true,
          isRequired: false,
          column: "NAME",
        },
        naive: {
          type: "text",
          isEditable: true,
          isRequired: false,
          column: "naïve 日本",
        },
        field: {
          type: "text",
          isEditable: true,
          isRequired: false,
          column: "日本",
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
        // "pin": {"type":"int","isEditable":true,"isRequired":false},
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
    // Nothing shows what identifies a record. If fields do, name them in "primaryKey".
    account_list: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        name: {
          type: "string",
          maxLength: 40,
          isEditable: false,
          isRequired: false,
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
        id: { type: "int", isEditable: false, isRequired: false },
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
      description: "People who write",
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
          description: 'Where letters go, */ and "answers"',
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
        total: { type: "bigint", isEditable: false, isRequired: false },
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
    blog_2: {
      table: "blog",
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
          isIndexed: true,
          foreignKey: {
            targetEntityName: "author",
            resolvedEntityName: "author",
            inverseName: "blog_2s",
          },
        },
        parent_id: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: {
            targetEntityName: "blog_2",
            resolvedEntityName: "parent",
            inverseName: "blog_2s",
          },
        },
        views: {
          type: "bigint",
          isEditable: true,
          isRequired: true,
          default: 0,
        },
        price: {
          type: "decimal",
          precision: 10,
          scale: 2,
          isEditable: true,
          isRequired: false,
          default: "1.5",
        },
        big: {
          type: "decimal",
          precision: "unlimited",
          isEditable: true,
          isRequired: false,
        },
        huge: {
          type: "decimal",
          precision: 60,
          scale: 20,
          isEditable: true,
          isRequired: false,
        },
        // "odd" is read-only, as its text: the type "numeric(3,5)" is not supported.
        odd: {
          type: "other",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        published: {
          type: "datetime",
          precision: 6,
          zone: "none",
          isEditable: true,
          isRequired: false,
        },
        meta: {
          type: "json",
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
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
        long: {
          type: "text",
          maxLength: 8000,
          isEditable: true,
          isRequired: false,
        },
        day: {
          type: "date",
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        at: {
          type: "datetime",
          precision: 6,
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        CreatedAt: {
          type: "datetime",
          precision: 6,
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        shout: {
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
          default: "en",
        },
        contact: {
          type: "string",
          maxLength: 120,
          isEditable: true,
          isRequired: true,
        },
        number_seq: {
          type: "int",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // Nothing shows what identifies a record. If fields do, name them in "primaryKey".
    blog_titles: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        BlogId: { type: "int", isEditable: false, isRequired: false },
        title: { type: "string", isEditable: false, isRequired: false },
        createdat: {
          type: "datetime",
          precision: 6,
          isEditable: false,
          isRequired: false,
        },
      },
      permissions: { read: [] },
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
        id: {
          type: "bigint",
          isEditable: false,
          isRequired: true,
          isIgnoredOnCreate: true,
        },
        country_code: {
          type: "string",
          maxLength: 2,
          isEditable: true,
          isRequired: true,
          foreignKey: {
            targetEntityName: "country",
            resolvedEntityName: "country",
            inverseName: "cities_country_code",
          },
        },
        countryCodeOld: {
          type: "string",
          maxLength: 2,
          isEditable: true,
          isRequired: false,
          foreignKey: {
            targetEntityName: "country",
            resolvedEntityName: "countryCodeOld_record",
            inverseName: "cities_countryCodeOld",
          },
        },
        name: {
          type: "string",
          maxLength: 80,
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
        // "shape" is read-only, as its text: the type "polygon" is not supported.
        shape: {
          type: "other",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        tags: {
          type: "list",
          of: "text",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        codes: {
          type: "list",
          of: "string",
          maxLength: 20,
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        prices: {
          type: "list",
          of: "decimal",
          precision: 6,
          scale: 2,
          isEditable: true,
          isRequired: false,
        },
        amounts: {
          type: "list",
          of: "decimal",
          precision: "unlimited",
          isEditable: true,
          isRequired: false,
        },
        counts: {
          type: "list",
          of: "int",
          isEditable: true,
          isRequired: false,
        },
        moments: {
          type: "list",
          of: "datetime",
          precision: 6,
          isEditable: true,
          isRequired: false,
        },
        // "moods" is read-only, as its text: the type "mood[]" is not supported.
        moods: {
          type: "other",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        stay: { type: "duration", isEditable: true, isRequired: false },
        feeling: {
          type: "enum",
          values: ["sad", "happy"],
          isEditable: true,
          isRequired: false,
          default: "happy",
        },
        picture: { type: "bytes", isEditable: true, isRequired: false },
        flags: {
          type: "native",
          storedAs: "bit(8)",
          isEditable: true,
          isRequired: false,
        },
        cost: {
          type: "decimal",
          precision: 19,
          scale: 2,
          storedAs: "money",
          isEditable: true,
          isRequired: false,
        },
        doc: { type: "xml", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    entity_con: {
      table: "con",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        x: { type: "int", isEditable: true, isRequired: false },
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
    // The foreign key from "parent" to "defaults" is left out: that is not what identifies a record there.
    defaults: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        at: {
          type: "datetime",
          precision: 6,
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
        opens: {
          type: "time",
          precision: 6,
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
        tags: {
          type: "list",
          of: "text",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        total: {
          type: "decimal",
          precision: 6,
          scale: 2,
          isEditable: true,
          isRequired: false,
          default: "1.5",
        },
        two: {
          type: "int",
          isEditable: true,
          isRequired: false,
          filledBy: "default",
        },
        large: {
          type: "int",
          isEditable: true,
          isRequired: false,
          default: 1000,
        },
        kind: {
          type: "string",
          maxLength: 20,
          isEditable: true,
          isRequired: false,
        },
        feeling: {
          type: "enum",
          values: ["sad", "happy"],
          isEditable: true,
          isRequired: false,
          default: "happy",
        },
        checked: {
          type: "int",
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
          filledBy: "default",
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
        at: {
          type: "datetime",
          precision: 6,
          isEditable: false,
          isRequired: true,
        },
        level: { type: "int", isEditable: false, isRequired: true },
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
        b: { type: "int", isEditable: false, isRequired: false },
      },
      permissions: { read: [] },
    },
    measured: {
      primaryKey: "year",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        year: { type: "int", isEditable: false, isRequired: true },
        name: { type: "text", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
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
        order_id: { type: "int", isEditable: true, isRequired: true },
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
        taken: {
          type: "datetime",
          precision: 6,
          isEditable: false,
          isRequired: true,
        },
        value: { type: "float", isEditable: true, isRequired: true },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
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
    timetable: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        local: {
          type: "datetime",
          precision: 0,
          zone: "none",
          isEditable: true,
          isRequired: true,
          default: "2024-02-29T08:30:00.000",
        },
        exact: {
          type: "datetime",
          precision: 6,
          zone: "none",
          isEditable: true,
          isRequired: false,
        },
        instant: {
          type: "datetime",
          precision: 6,
          isEditable: true,
          isRequired: false,
        },
        opens: {
          type: "time",
          precision: 6,
          isEditable: true,
          isRequired: true,
          default: "08:30:00",
        },
        closes: {
          type: "time",
          precision: 0,
          isEditable: true,
          isRequired: false,
        },
        abroad: {
          type: "time",
          zone: "offset",
          isEditable: true,
          isRequired: false,
        },
        stay: {
          type: "duration",
          isEditable: true,
          isRequired: true,
          default: "P1D",
        },
        rough: {
          type: "duration",
          precision: 0,
          isEditable: true,
          isRequired: false,
        },
        // "months" is read-only, as its text: the type "interval without seconds" is not supported.
        months: {
          type: "other",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        clock: {
          type: "duration",
          precision: 2,
          isEditable: true,
          isRequired: false,
        },
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
        n: { type: "int", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    sales_author: {
      table: "author",
      schema: "sales",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        commission: {
          type: "decimal",
          precision: 5,
          scale: 4,
          isEditable: true,
          isRequired: true,
        },
        level: {
          type: "enum",
          values: ["low", 'it\'s "high"', ""],
          isEditable: true,
          isRequired: true,
          default: "low",
          isUnique: true,
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    order: {
      schema: "sales",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        user: {
          type: "string",
          maxLength: 20,
          isEditable: true,
          isRequired: true,
        },
        group: { type: "int", isEditable: true, isRequired: false },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
    // The view "shapes" is left out: it has no column to sort records by.
  },
});

import { defineConfig } from "data-api";

// Written by "data-api init" from the database. It is yours to edit; "data-api db pull" shows what
// changes there.
// The "permissions" are those of the file, as far as they have a counterpart: check them.
// "systemFields" keep the tables as they are: without "ownerid: false", "auth" gives records an owner.
// Only the tables and columns that are listed here are read: remove what no caller should see.
export default defineConfig({
  database: {
    dialect: "mssql",
    host: "db.example.com",
    name: "corpus",
    // The server changes no tables: it only checks that they are as described here.
    schema: "verify",
  },
  openapi: { page: true },
  admin: process.env["NODE_ENV"] !== "production",
  entities: {
    proto: {
      table: "__proto__",
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        proto: { type: "string", maxLength: 20, isEditable: true, isRequired: false, column: "__proto__" },
        field_constructor: { type: "int", isEditable: true, isRequired: false, column: "constructor" },
        field_toString: {
          type: "string",
          maxLength: 20,
          isEditable: true,
          isRequired: false,
          column: "toString",
        },
        select: { type: "string", maxLength: 20, isEditable: true, isRequired: false },
        a_b: { type: "string", maxLength: 20, isEditable: true, isRequired: false, column: "a b" },
        quo_te: { type: "int", isEditable: true, isRequired: false, column: 'quo"te' },
        Grosse: {
          type: "decimal",
          precision: 5,
          scale: 2,
          isEditable: true,
          isRequired: false,
          column: "Größe",
        },
        field: { type: "string", maxLength: 20, isEditable: true, isRequired: false, column: "日本" },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    account: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        balance: { type: "decimal", precision: 12, scale: 2, isEditable: true, isRequired: true },
        ledger_start_transaction_id: {
          type: "bigint",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        ledger_end_transaction_id: {
          type: "bigint",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        ledger_start_sequence_number: {
          type: "bigint",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        ledger_end_sequence_number: {
          type: "bigint",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    contract: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        price: { type: "decimal", precision: 19, scale: 4, isEditable: true, isRequired: true },
        valid_from: {
          type: "datetime",
          precision: 7,
          zone: "none",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
          column: "valid from",
        },
        valid_to: {
          type: "datetime",
          precision: 7,
          zone: "none",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
          column: "valid to",
        },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    // It has no key, so it is read-only. If fields identify a record, name them in "primaryKey".
    contract_history: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        price: { type: "decimal", precision: 19, scale: 4, isEditable: false, isRequired: true },
        valid_from: {
          type: "datetime",
          precision: 7,
          zone: "none",
          isEditable: false,
          isRequired: true,
          column: "valid from",
        },
        valid_to: {
          type: "datetime",
          precision: 7,
          zone: "none",
          isEditable: false,
          isRequired: true,
          column: "valid to",
        },
      },
      permissions: { read: ["guest"] },
    },
    person: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        node_id_7A: {
          type: "string",
          maxLength: 1000,
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
          column: "$node_id_7A",
        },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    bytes: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "bytes", maxLength: 4, storedAs: "binary", isEditable: false, isRequired: true },
        data: { type: "bytes", isEditable: true, isRequired: false },
        fixed: { type: "bytes", maxLength: 3, storedAs: "binary", isEditable: true, isRequired: false },
        few: { type: "bytes", maxLength: 10, isEditable: true, isRequired: false },
        old: { type: "bytes", storedAs: "image", isEditable: true, isRequired: false },
        version: {
          type: "bytes",
          maxLength: 8,
          storedAs: "rowversion",
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    children: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        parent: {
          type: "string",
          maxLength: 3,
          isEditable: true,
          isRequired: false,
          foreignKey: {
            targetEntityName: "parents",
            resolvedEntityName: "parents",
            inverseName: "childrens",
          },
        },
        other: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: {
            targetEntityName: "numbers",
            resolvedEntityName: "numbers",
            inverseName: "childrens",
          },
        },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    // The trigger "slugs" fills "slug", by its text.
    filled: {
      systemFields: { id: "uuid", ownerid: false },
      fields: {
        title: { type: "string", maxLength: 80, isEditable: true, isRequired: true },
        slug: { type: "string", maxLength: 80, isEditable: true, isRequired: true, filledBy: "trigger" },
        shout: {
          type: "string",
          maxLength: 80,
          isEditable: false,
          isRequired: false,
          isIgnoredOnCreate: true,
        },
        nr: { type: "int", isEditable: false, isRequired: false, isIgnoredOnCreate: true },
        at: {
          type: "datetime",
          precision: 7,
          zone: "none",
          isEditable: true,
          isRequired: true,
          filledBy: "default",
        },
        amount: { type: "int", minimum: 1, maximum: 10, isEditable: true, isRequired: false },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    numbers: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        tiny: { type: "int", isEditable: true, isRequired: false },
        small: { type: "int", isEditable: true, isRequired: false },
        whole: { type: "int", isEditable: true, isRequired: false },
        big: { type: "bigint", isEditable: true, isRequired: false },
        flag: { type: "boolean", isEditable: true, isRequired: false },
        single: { type: "float", isEditable: true, isRequired: false },
        double: { type: "float", isEditable: true, isRequired: false },
        price: { type: "decimal", precision: 10, scale: 2, isEditable: true, isRequired: false },
        huge: { type: "decimal", precision: 38, scale: 20, isEditable: true, isRequired: false },
        num: { type: "decimal", precision: 38, scale: 0, isEditable: true, isRequired: false },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    parents: {
      description: "Who has children.",
      primaryKey: "code",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        code: { type: "string", maxLength: 3, isEditable: false, isRequired: true },
        name: {
          type: "string",
          maxLength: 20,
          isEditable: true,
          isRequired: false,
          description: "As it is called.",
        },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    // Records cannot be created: "number" must have a value.
    patient: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        ward: { type: "int", isEditable: true, isRequired: false },
        // "number" is left out: it is encrypted by Always Encrypted, and data-api has no key for it.
        // "born" is left out: it is encrypted by Always Encrypted, and data-api has no key for it.
      },
      permissions: { read: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    payment: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "uuid", isEditable: false, isRequired: true, filledBy: "default" },
        amount: { type: "decimal", precision: 19, scale: 4, isEditable: true, isRequired: true },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    // Check that "id" identifies a record.
    pictures: {
      isReadOnly: true,
      primaryKey: "id",
      fields: {
        id: { type: "bytes", maxLength: 4, storedAs: "binary", isEditable: false, isRequired: true },
        old: { type: "bytes", storedAs: "image", isEditable: false, isRequired: false },
        fixed: { type: "bytes", maxLength: 3, storedAs: "binary", isEditable: false, isRequired: false },
      },
      permissions: { read: ["guest"] },
    },
    select: {
      primaryKey: "from",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        from: { type: "int", isEditable: false, isRequired: true },
        where: { type: "string", maxLength: 40, isEditable: true, isRequired: false },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    // It is memory-optimized and takes no locks, which writes need, so it is read-only.
    session: {
      isReadOnly: true,
      primaryKey: "id",
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        hits: { type: "int", isEditable: false, isRequired: true },
      },
      permissions: { read: ["guest"] },
    },
    texts: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        short: { type: "string", maxLength: 20, isEditable: true, isRequired: false },
        fixed: { type: "string", maxLength: 5, isEditable: true, isRequired: false },
        narrow: { type: "string", maxLength: 10, isEditable: true, isRequired: false },
        narrow_fixed: { type: "string", maxLength: 5, isEditable: true, isRequired: false },
        long: { type: "text", isEditable: true, isRequired: false },
        narrow_long: { type: "text", isEditable: true, isRequired: false },
        old: { type: "text", storedAs: "ntext", isEditable: true, isRequired: false },
        older: { type: "text", storedAs: "text", isEditable: true, isRequired: false },
        uid: { type: "uuid", isEditable: true, isRequired: false },
        doc: { type: "xml", isEditable: true, isRequired: false },
        // "any_" is read-only, as its text: the type "sql_variant" is not supported.
        any_: { type: "other", isEditable: false, isRequired: false, isIgnoredOnCreate: true },
        state: { type: "enum", values: ["b", "a", "it's"], isEditable: true, isRequired: false },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    times: {
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        day: { type: "date", isEditable: true, isRequired: false },
        old: { type: "datetime", zone: "none", isEditable: true, isRequired: false },
        small: { type: "datetime", precision: 0, zone: "none", isEditable: true, isRequired: false },
        fine: { type: "datetime", precision: 7, zone: "none", isEditable: true, isRequired: false },
        whole: { type: "datetime", precision: 0, zone: "none", isEditable: true, isRequired: false },
        abroad: { type: "datetime", precision: 7, zone: "offset", isEditable: true, isRequired: false },
        clock: { type: "time", precision: 7, isEditable: true, isRequired: false },
        whole_clock: { type: "time", precision: 0, isEditable: true, isRequired: false },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    // Nothing shows what identifies a record. If fields do, name them in "primaryKey".
    totals: {
      isReadOnly: true,
      primaryKey: [],
      fields: {
        parent: { type: "string", maxLength: 3, isEditable: false, isRequired: false },
        n: { type: "int", isEditable: false, isRequired: false },
        total: { type: "bigint", isEditable: false, isRequired: false },
        mean: { type: "decimal", precision: 38, scale: 6, isEditable: false, isRequired: false },
      },
      permissions: { read: ["guest"] },
    },
    trees: {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        node: { type: "native", storedAs: "hierarchyid", isEditable: true, isRequired: false },
        brack_et: { type: "int", isEditable: true, isRequired: false, column: "brack]et" },
        cash: { type: "decimal", precision: 19, scale: 4, isEditable: true, isRequired: false },
        coins: { type: "decimal", precision: 10, scale: 4, isEditable: true, isRequired: false },
        state: { type: "enum", values: ["b", "a", "it's"], isEditable: true, isRequired: false },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    my_table: {
      table: 'my "table"',
      schema: "odd Schema",
      primaryKey: ["my_id", "sub_id", "day"],
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        my_id: { type: "int", isEditable: false, isRequired: true, column: "my id" },
        sub_id: { type: "string", maxLength: 20, isEditable: false, isRequired: true, column: "sub/id" },
        day: { type: "date", isEditable: false, isRequired: true },
        value: { type: "text", isEditable: true, isRequired: false },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
    // The synonym "client" is left out: describe what it stands for, [dbo].[parents], or a view of it if
    // it is in another database.
    // The synonym "elsewhere" is left out: describe what it stands for, [archive].[dbo].[parents], or a
    // view of it if it is in another database.
  },
});

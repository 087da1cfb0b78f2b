import { defineConfig } from "data-api";

// Written by "data-api init" from a configuration of Data API builder. It is yours to edit; "data-api
// db pull" shows what changes there.
// The "permissions" are those of the file, as far as they have a counterpart: check them.
// "systemFields" keep the tables as they are: without "ownerid: false", "auth" gives records an owner.
// Only the tables and columns that are listed here are read: remove what no caller should see.
// The driver does not read the form of "DAB": the address is in this file, without the password.
// Not carried over: other settings of the connection string (1).
// cors: not carried over, as browsers send no such origin: "https://app.example.org/", "nonsense".
// Paths begin with /api/data, and not with "/rest"; GraphQL is not served.
// Not carried over of "runtime": pagination.default-page-size, host.mode.
// Not carried over: "autoentities".
// The entity "Again" is left out: "Customer" is of the same table, and a table can have one entity.
// The entity "Hidden" is left out: it is a stored procedure.
export default defineConfig({
  database: {
    dialect: "mysql",
    // The server changes no tables: it only checks that they are as described here.
    schema: "verify",
  },
  openapi: { page: true },
  admin: process.env["NODE_ENV"] !== "production",
  auth: {
    jwt: {
      issuer: "https://login.example.org/v2.0",
      audience: process.env["AUDIENCE"] ?? "",
    },
  },
  server: {
    maxTake: 500,
    maxResponseBytes: 5242880,
    cors: { origins: ["https://app.example.org"], credentials: true },
  },
  strictBody: true,
  entities: {
    // "clerk" may not "fly": there is no such operation.
    // "Authenticated" may not delete here: its policy cannot be a condition, it has ", 'x')", which is not
    // known here.
    // "owner" may not delete here: a role of this name has a special meaning here; choose another name.
    // "two words" may not delete here: a role is a name without blanks, of 1 to 128 characters.
    // "spy" may not read here: "nothing" in its "include" is no column, or could be two.
    // "spy" may not read here: it excludes all fields.
    // "asker" may not read here: its policy is about the request.
    // "clerk" may not create here: no record can be created with these fields, because a create must
    // supply "id", "mail", "isActive".
    Customer: {
      table: "customer",
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        mail: {
          type: "string",
          maxLength: 80,
          isEditable: true,
          isRequired: true,
          column: "email",
        },
        secret: {
          type: "string",
          maxLength: 80,
          isEditable: true,
          isRequired: false,
        },
        isActive: {
          type: "boolean",
          isEditable: true,
          isRequired: true,
          column: "is_active",
        },
      },
      permissions: {
        read: [
          { role: "guest", fields: { exclude: ["mail", "secret"] } },
          { role: "member", where: "mail=@user.email&isActive=true" },
          "editor",
        ],
        create: ["editor"],
        update: [{ role: "member", fields: { include: ["mail"] } }, "editor"],
        delete: ["editor"],
      },
    },
    // The relationship "tags" is not carried over: its records are linked by the table "purchase_tag".
    // Its path was "/orders": here a path has the name of the entity.
    Purchase: {
      table: "purchase",
      description: "What */ was `bought`",
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        title: {
          type: "string",
          maxLength: 80,
          isEditable: true,
          isRequired: true,
        },
        customer_id: {
          type: "int",
          isEditable: true,
          isRequired: true,
          isIndexed: true,
          foreignKey: {
            targetEntityName: "Customer",
            resolvedEntityName: "buyer",
            inverseName: "purchases",
          },
        },
        note: {
          type: "string",
          maxLength: 80,
          isEditable: true,
          isRequired: false,
        },
      },
      permissions: {
        read: ["guest"],
        create: ["guest"],
        update: ["guest"],
        delete: ["guest"],
      },
    },
    Tag: {
      table: "tag",
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        text: {
          type: "string",
          maxLength: 40,
          isEditable: true,
          isRequired: true,
          column: "label",
          description: "What it says",
        },
      },
      permissions: {
        read: ["guest"],
        create: ["guest"],
        update: ["guest"],
        delete: ["guest"],
      },
    },
    // It has no key, so it is read-only. If fields identify a record, name them in "primaryKey".
    // "key-fields" is not carried over: the key is that of the table in the database.
    // "anonymous" may not create here: the entity is read-only.
    Loose: {
      table: "loose",
      isReadOnly: true,
      primaryKey: [],
      fields: {
        a: { type: "int", isEditable: false, isRequired: false },
        customer: {
          type: "int",
          isEditable: false,
          isRequired: false,
          foreignKey: {
            targetEntityName: "Customer",
            resolvedEntityName: "of",
            inverseName: "Looses",
          },
        },
      },
      permissions: { read: ["guest"] },
    },
    // Check that "id" identifies a record.
    // "anonymous" may not create, update, delete here: the entity is read-only.
    Active: {
      table: "active_customer",
      isReadOnly: true,
      primaryKey: "id",
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        email: {
          type: "string",
          maxLength: 80,
          isEditable: false,
          isRequired: true,
        },
      },
      permissions: { read: ["guest"] },
    },
    // It links the records of "Purchase.tags". The file gives no role a permission for it.
    purchase_tag: {
      primaryKey: ["purchase_id", "tag_id"],
      systemFields: { createdat: false, updatedat: false, ownerid: false },
      fields: {
        purchase_id: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "Purchase",
            resolvedEntityName: "purchase",
            inverseName: "purchase_tags",
          },
        },
        tag_id: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "Tag",
            resolvedEntityName: "tag",
            inverseName: "purchase_tags",
          },
        },
      },
      permissions: { read: [], create: [], update: [], delete: [] },
    },
  },
});

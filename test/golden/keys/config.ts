import { defineConfig } from "data-api";

const all = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
const key = { isEditable: false, isRequired: true } as const;
const open = { isEditable: true, isRequired: false } as const;

// Every shape of a key.
export default defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    // The server's own under another name.
    blog: { fields: { url: { type: "string", ...open } }, permissions: all, primaryKey: "BlogId" },
    session: {
      fields: { name: { type: "string", ...open } },
      permissions: all,
      primaryKey: "key",
      systemFields: { id: "uuid" },
    },
    // Supplied by callers.
    country: {
      fields: {
        code: { type: "string", ...key, maxLength: 2, description: "ISO 3166-1." },
        name: { type: "string", ...open },
      },
      permissions: all,
      primaryKey: "code",
    },
    token: {
      fields: { id: { type: "uuid", ...key }, note: { type: "text", ...open } },
      permissions: all,
      primaryKey: "id",
    },
    setting: {
      fields: {
        name: { type: "string", ...key, values: ["theme", "language"] },
        value: { type: "json", ...open },
      },
      permissions: all,
      primaryKey: "name",
    },
    // Counted up.
    invoice: {
      fields: {
        total: { type: "decimal", ...open },
        nr: { type: "bigint", ...key, isIgnoredOnCreate: true, column: "Invoice No" },
      },
      permissions: all,
      primaryKey: "nr",
    },
    // Several fields together.
    order_line: {
      fields: {
        line: { type: "int", ...key },
        product: { type: "string", ...open },
        orderid: { type: "string", ...key, maxLength: 20 },
      },
      permissions: all,
      primaryKey: ["orderid", "line"],
    },
    // Refers to several fields together.
    remark: {
      fields: {
        orderid: { type: "string", ...open, maxLength: 20 },
        line: { type: "int", ...open },
        text: { type: "text", ...open },
      },
      foreignKeys: [
        { fields: ["orderid", "line"], targetEntityName: "order_line", resolvedEntityName: "orderLine" },
      ],
      permissions: all,
    },
    reading: {
      fields: {
        sensor: { type: "uuid", ...key },
        at: { type: "datetime", ...key },
        value: { type: "float", isEditable: true, isRequired: true },
      },
      permissions: { read: ["guest"], create: ["guest"] },
      primaryKey: ["sensor", "at"],
      systemFields: { createdat: false, updatedat: false },
    },
    // Views, which are only read.
    sensor: {
      fields: { nr: { type: "int", ...key }, place: { type: "text", ...open } },
      permissions: { read: ["guest"] },
      isReadOnly: true,
      primaryKey: "nr",
    },
    latest: {
      fields: {
        sensor: { type: "uuid", ...key },
        at: { type: "datetime", ...key },
        value: { type: "float", ...open },
      },
      permissions: { read: ["guest"] },
      isReadOnly: true,
      primaryKey: ["sensor", "at"],
    },
    // Nothing identifies its records.
    log: {
      fields: { at: { type: "datetime", ...key }, text: { type: "text", ...open } },
      permissions: { read: ["guest"] },
      isReadOnly: true,
      primaryKey: [],
    },
  },
});

import type { Config } from "data-api";

const everybody = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] } as const;
const free = { isEditable: true, isRequired: false } as const;

/** A text that would be markup, script or a style if the page took it for one. */
export const hostile = `"><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}\u202e';--`;

/** A shop that everybody may look after: every type of a field, all kinds of keys and relations. */
export const shop = {
  database: { dialect: "sqlite", name: ":memory:" },
  admin: true,
  // The browser and the server share a machine that may be busy.
  server: { maxEventLoopDelay: 0 },
  entities: {
    maker: {
      fields: { name: { type: "string", isEditable: true, isRequired: true } },
      permissions: everybody,
    },
    tag: { fields: { name: { type: "string", isEditable: true, isRequired: true } }, permissions: everybody },
    product: {
      description: "What is sold.",
      fields: {
        name: { type: "string", label: "Product name", isEditable: true, isRequired: true, maxLength: 200 },
        state: { type: "enum", values: ["new", "used"], default: "new", isEditable: true, isRequired: false },
        price: { type: "decimal", precision: 30, scale: 10, isEditable: true, isRequired: false, minimum: 0 },
        stock: { type: "int", ...free },
        makerid: {
          type: "int",
          ...free,
          foreignKey: { targetEntityName: "maker", resolvedEntityName: "maker", inverseName: "products" },
        },
        tagids: {
          type: "int",
          ...free,
          foreignKey: {
            targetEntityName: "tag",
            resolvedEntityName: "tags",
            inverseName: "products",
            isManyToMany: true,
          },
        },
        soldat: { type: "datetime", ...free },
      },
      permissions: everybody,
    },
    everything: {
      fields: {
        text: { type: "text", ...free },
        string: { type: "string", ...free },
        rich: { type: "richtext", ...free },
        choice: { type: "enum", values: ["a", "b c"], ...free },
        list: { type: "list", of: "decimal", precision: 30, scale: 10, ...free },
        int: { type: "int", ...free },
        bigint: { type: "bigint", ...free },
        float: { type: "float", ...free },
        decimal: { type: "decimal", precision: 30, scale: 12, ...free },
        flag: { type: "boolean", ...free },
        date: { type: "date", ...free },
        moment: { type: "datetime", precision: 9, ...free },
        local: { type: "datetime", zone: "none", ...free },
        offset: { type: "datetime", zone: "offset", ...free },
        time: { type: "time", precision: 9, ...free },
        duration: { type: "duration", ...free },
        year: { type: "year", ...free },
        uuid: { type: "uuid", ...free },
        json: { type: "json", ...free },
        bytes: { type: "bytes", ...free },
        xml: { type: "xml", ...free },
        secret: { type: "secret", ...free },
      },
      permissions: everybody,
    },
    line: {
      fields: {
        shelf: { type: "string", isEditable: false, isRequired: true, maxLength: 20 },
        number: { type: "int", isEditable: false, isRequired: true },
        label: { type: "string", ...free },
      },
      primaryKey: ["shelf", "number"],
      permissions: everybody,
    },
    archive: {
      fields: { name: { type: "string", isEditable: false, isRequired: true } },
      permissions: { read: ["guest"], create: [], update: [], delete: [] },
    },
  },
} as const satisfies Config;

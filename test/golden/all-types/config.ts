import { defineConfig, type FieldConfig } from "data-api";
import type { JsonValue } from "data-api/kit";

const optional = { isEditable: true, isRequired: false } as const;
const required = { isEditable: true, isRequired: true } as const;
const everybody = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
const nobody = {};

const hostile =
  "a */ b `c` ${d} 'e' \"f\" \\ {{g}} <!-- h --> \r\n\t i \u2028 j \u2029 k \u0000 l \u200B m \u202E n \uD800 //";

function everyType(
  options: Pick<FieldConfig, "isEditable" | "isRequired">,
): Readonly<Record<string, FieldConfig>> {
  return {
    aString: { ...options, type: "string" },
    aText: { ...options, type: "text" },
    aRichtext: { ...options, type: "richtext" },
    anEnum: { ...options, type: "enum", values: ["draft", "it's", '"', "`${}`", "\u2028"] },
    aList: { ...options, type: "list", of: "bigint" },
    anInt: { ...options, type: "int" },
    aBigint: { ...options, type: "bigint" },
    aFloat: { ...options, type: "float" },
    aDecimal: { ...options, type: "decimal" },
    aBoolean: { ...options, type: "boolean" },
    aDate: { ...options, type: "date" },
    aDatetime: { ...options, type: "datetime" },
    aLocalDatetime: { ...options, type: "datetime", zone: "none" },
    anOffsetDatetime: { ...options, type: "datetime", zone: "offset", precision: 7 },
    aTime: { ...options, type: "time" },
    aDuration: { ...options, type: "duration" },
    aYear: { ...options, type: "year" },
    aUuid: { ...options, type: "uuid" },
    aJson: { ...options, type: "json" },
    someBytes: { ...options, type: "bytes", maxLength: 100 },
    anXml: { ...options, type: "xml" },
    aSecret: { ...options, type: "secret" },
  };
}

export default defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    nullable: { fields: everyType(optional), permissions: everybody },
    required: { fields: everyType(required), permissions: everybody },

    defaulted: {
      fields: {
        aString: { ...required, type: "string", default: hostile.replace("\u0000", "").toWellFormed() },
        aText: { ...optional, type: "text", default: "" },
        aRichtext: { ...required, type: "richtext", default: "<p>`${0}`</p>" },
        anEnum: { ...required, type: "enum", values: ["a", "b"], default: "b" },
        aList: { ...required, type: "list", of: "decimal", default: ["1.50", 2] },
        anInt: { ...required, type: "int", default: -1 },
        aBigint: { ...required, type: "bigint", default: "9223372036854775807" },
        aSmallBigint: { ...optional, type: "bigint", default: "42" },
        aFloat: { ...required, type: "float", default: 1e-7 },
        aDecimal: { ...required, type: "decimal", default: "0012.50" },
        aBoolean: { ...required, type: "boolean", default: false },
        aDate: { ...required, type: "date", default: "2024-02-29" },
        aDatetime: { ...optional, type: "datetime", default: "2024-02-29T13:00:00+01:00" },
        aLocalDatetime: { ...optional, type: "datetime", zone: "none", default: "2024-02-29 13:00" },
        aTime: { ...required, type: "time", default: "08:30" },
        aDuration: { ...required, type: "duration", default: "P14M" },
        aYear: { ...optional, type: "year", default: 2024 },
        aUuid: { ...required, type: "uuid", default: "A9B1C2D3-0000-4000-8000-00000000000F" },
        aJson: { ...required, type: "json", default: { "a key": [1, "2", null, { b: true }] } },
        anotherJson: {
          ...optional,
          type: "json",
          default: JSON.parse('{"__proto__":{"a":[]}}') as JsonValue,
        },
        aNull: { ...optional, type: "string", default: null },
      },
      permissions: everybody,
    },

    listed: {
      fields: {
        aString: { ...required, type: "string", values: ["draft", "it's", '"', "`${}`", "\u2028"] },
        aText: { ...optional, type: "text", values: ["one"] },
        anInt: { ...required, type: "int", values: [-1, 0, 1], default: 0 },
        aBigint: { ...optional, type: "bigint", values: [1, "9223372036854775807"] },
        aFloat: { ...required, type: "float", values: [0.1, 1e21] },
        aDecimal: { ...optional, type: "decimal", values: ["0.10", "1"] },
        aBoolean: { ...required, type: "boolean", values: [true] },
        aDate: { ...optional, type: "date", values: ["2024-02-29"] },
        aDatetime: { ...required, type: "datetime", values: ["2024-02-29T13:00:00+01:00"] },
        anOffsetDatetime: {
          ...required,
          type: "datetime",
          zone: "offset",
          values: ["2024-02-29T13:00:00+01:00", "2024-02-29T12:00:00Z"],
        },
        aTime: { ...required, type: "time", precision: 1, values: ["08:30:00.5", "17:00"] },
        aDuration: { ...optional, type: "duration", values: ["PT15M", "PT30M"] },
        aYear: { ...optional, type: "year", values: [0, 2024] },
        aUuid: { ...optional, type: "uuid", values: ["A9B1C2D3-0000-4000-8000-00000000000F"] },
      },
      permissions: everybody,
    },

    limited: {
      fields: {
        aShort: { ...required, type: "string", maxLength: 1 },
        aString: { ...required, type: "string", maxLength: 255 },
        aLong: { ...optional, type: "string", maxLength: 4000 },
        aText: { ...required, type: "text", maxLength: 100_000 },
        aRichtext: { ...optional, type: "richtext", maxLength: 10 },
        aSecret: { ...required, type: "secret", maxLength: 128 },
        aPrice: { ...required, type: "decimal", precision: 12, scale: 2 },
        aWhole: { ...optional, type: "decimal", precision: 5, scale: 0 },
        aShortDecimal: { ...optional, type: "decimal", precision: 4 },
        aShortTime: { ...required, type: "time", precision: 0, isUnique: true },
        aShortDuration: { ...optional, type: "duration", precision: 0, isIndexed: true },
        aList: { ...required, type: "list", of: "string", maxLength: 40, maxItems: 5 },
        anExactList: { ...optional, type: "list", of: "decimal", precision: 5, scale: 1, maxItems: 1 },
        aUnique: { ...required, type: "string", isUnique: true },
        anIndexed: { ...optional, type: "datetime", isIndexed: true },
      },
      permissions: everybody,
    },

    restricted: {
      fields: {
        ignored: { ...optional, type: "int", isIgnoredOnCreate: true },
        begins: { ...required, type: "int", isIgnoredOnCreate: true, default: 0 },
        fixed: { type: "string", isEditable: false, isRequired: true },
        neither: { type: "string", isEditable: false, isRequired: false, isIgnoredOnCreate: true },
        free: { ...optional, type: "string" },
      },
      permissions: { ...everybody, delete: [] },
    },

    fixed: {
      fields: { name: { type: "string", isEditable: false, isRequired: true } },
      permissions: { read: ["guest"], create: ["guest", "guest", "admin"] },
    },

    bare: { fields: {}, permissions: nobody },

    keyed: {
      fields: {
        createdat: { ...required, type: "date" },
        parent: {
          ...optional,
          type: "uuid",
          foreignKey: { targetEntityName: "KEYED", resolvedEntityName: "resolved" },
        },
      },
      permissions: everybody,
      systemFields: { id: "uuid", createdat: false, updatedat: false },
    },

    described: {
      description: hostile,
      fields: {
        plain: { ...required, type: "string", description: "The title as readers see it." },
        hostile: { ...required, type: "string", description: hostile },
        blank: { ...optional, type: "string", description: " \n " },
        directive: { ...optional, type: "string", description: "@ts-expect-error" },
        family: {
          ...optional,
          type: "string",
          description: "\u{1F468}\u200D\u{1F469}\u200D\u{1F467} ünïcödé",
        },
        secret: { ...required, type: "secret", description: "Never read." },
      },
      permissions: everybody,
    },

    stored: {
      table: 'a "table" of [odd] `names`; -- 1.2 \\ ${x}',
      fields: {
        quoted: { ...optional, type: "string", column: "a \"b\" 'c' `d` [e]" },
        spaced: { ...optional, type: "string", column: " a b " },
        dotted: { ...optional, type: "string", column: "a.b.c" },
        backslashed: { ...optional, type: "string", column: "a\\b" },
        long: { ...optional, type: "string", column: "x".repeat(128) },
        numeric: { ...optional, type: "int", column: "1", default: 7 },
        commented: { ...optional, type: "string", column: "a */ // ${b}" },
        reserved: { ...optional, type: "string", column: "select" },
        inherited: { ...optional, type: "string", column: "__proto__" },
        foreign: { ...optional, type: "string", column: "größe" },
      },
      permissions: everybody,
    },
  },
});

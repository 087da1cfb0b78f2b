// @data-api defaulted/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const defaultedSchema = z.object({
  id: field.int(),
  aString: field.string(),
  aText: field.text().nullable(),
  aRichtext: field.richtext(),
  anEnum: field.enum(["a", "b"]),
  aList: field.list(field.decimal()),
  anInt: field.int(),
  aBigint: field.bigint(),
  aSmallBigint: field.bigint().nullable(),
  aFloat: field.float(),
  aDecimal: field.decimal(),
  aBoolean: field.boolean(),
  aDate: field.date(),
  aDatetime: field.datetime().nullable(),
  aLocalDatetime: field.datetime({ zone: "none" }).nullable(),
  aTime: field.time(),
  aDuration: field.duration(),
  aYear: field.year().nullable(),
  aUuid: field.uuid(),
  aJson: field.json(),
  anotherJson: field.json().nullable(),
  aNull: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newDefaultedSchema = z.object({
  aString: field
    .string()
    .default(
      "a */ b `c` ${d} 'e' \"f\" \\ {{g}} <!-- h --> \r\n\t i \u2028 j \u2029 k  l \u200b m \u202e n � //",
    ),
  aText: field.text().nullable().default(""),
  aRichtext: field.richtext().default("<p>`${0}`</p>"),
  anEnum: field.enum(["a", "b"]).default("b"),
  aList: field.list(field.decimal()).default(["1.5", "2"]),
  anInt: field.int().default(-1),
  aBigint: field.bigint().default("9223372036854775807"),
  aSmallBigint: field.bigint().nullable().default(42),
  aFloat: field.float().default(1e-7),
  aDecimal: field.decimal().default("12.5"),
  aBoolean: field.boolean().default(false),
  aDate: field.date().default("2024-02-29"),
  aDatetime: field.datetime().nullable().default("2024-02-29T12:00:00.000Z"),
  aLocalDatetime: field
    .datetime({ zone: "none" })
    .nullable()
    .default("2024-02-29T13:00:00.000"),
  aTime: field.time().default("08:30:00"),
  aDuration: field.duration().default("P1Y2M"),
  aYear: field.year().nullable().default(2024),
  aUuid: field.uuid().default("a9b1c2d3-0000-4000-8000-00000000000f"),
  aJson: field.json().default({ "a key": [1, "2", null, { b: true }] }),
  anotherJson: field
    .json()
    .nullable()
    .default({ ["__proto__"]: { a: [] } }),
  aNull: field.string().nullish(),
});

/** What an update may change. */
export const defaultedChangesSchema = z
  .object({
    aString: field.string(),
    aText: field.text().nullable(),
    aRichtext: field.richtext(),
    anEnum: field.enum(["a", "b"]),
    aList: field.list(field.decimal()),
    anInt: field.int(),
    aBigint: field.bigint(),
    aSmallBigint: field.bigint().nullable(),
    aFloat: field.float(),
    aDecimal: field.decimal(),
    aBoolean: field.boolean(),
    aDate: field.date(),
    aDatetime: field.datetime().nullable(),
    aLocalDatetime: field.datetime({ zone: "none" }).nullable(),
    aTime: field.time(),
    aDuration: field.duration(),
    aYear: field.year().nullable(),
    aUuid: field.uuid(),
    aJson: field.json(),
    anotherJson: field.json().nullable(),
    aNull: field.string().nullable(),
  })
  .partial();

export type Defaulted = z.output<typeof defaultedSchema>;
export type NewDefaulted = z.input<typeof newDefaultedSchema>;
export type DefaultedChanges = z.input<typeof defaultedChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface DefaultedShape {
  fields: FieldsIn<typeof defaultedSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface DefaultedTable {
  id: Generated<number>;
  aString: Generated<string>;
  aText: Generated<string | null>;
  aRichtext: Generated<string>;
  anEnum: Generated<"a" | "b">;
  aList: Generated<string>;
  anInt: Generated<number>;
  aBigint: Generated<number | bigint>;
  aSmallBigint: Generated<number | bigint | null>;
  aFloat: Generated<number>;
  aDecimal: Generated<string>;
  aBoolean: Generated<number>;
  aDate: Generated<string>;
  aDatetime: Generated<string | null>;
  aLocalDatetime: Generated<string | null>;
  aTime: Generated<string>;
  aDuration: Generated<string>;
  aYear: Generated<number | null>;
  aUuid: Generated<string>;
  aJson: Generated<string>;
  anotherJson: Generated<string | null>;
  aNull: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const defaultedFields = {
  id: "int, read-only",
  aString:
    'string(255), default "a */ b `c` ${d} \'e\' \\"f\\" \\\\ {{g}} <!-- h --> \\r\\n\\t i \u2028 j \u2029 k  l \u200b m \u202e n � //"',
  aText: 'text, nullable, default ""',
  aRichtext: 'richtext, default "<p>`${0}`</p>"',
  anEnum: 'enum, one of ["a","b"], default "b"',
  aList: 'list of decimal(38, 10), default ["1.5","2"]',
  anInt: "int, default -1",
  aBigint: 'bigint, default "9223372036854775807"',
  aSmallBigint: "bigint, nullable, default 42",
  aFloat: "float, default 1e-7",
  aDecimal: 'decimal(38, 10), default "12.5"',
  aBoolean: "boolean, default false",
  aDate: 'date, default "2024-02-29"',
  aDatetime: 'datetime(3), nullable, default "2024-02-29T12:00:00.000Z"',
  aLocalDatetime:
    'datetime(3, none), nullable, default "2024-02-29T13:00:00.000"',
  aTime: 'time(3), default "08:30:00"',
  aDuration: 'duration(6), default "P1Y2M"',
  aYear: "year, nullable, default 2024",
  aUuid: 'uuid, default "a9b1c2d3-0000-4000-8000-00000000000f"',
  aJson: 'json, default {"a key":[1,"2",null,{"b":true}]}',
  anotherJson: 'json, nullable, default {"__proto__":{"a":[]}}',
  aNull: "string(255), nullable, default null",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};

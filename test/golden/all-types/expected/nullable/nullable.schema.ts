// @data-api nullable/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const nullableSchema = z.object({
  id: field.int(),
  aString: field.string().nullable(),
  aText: field.text().nullable(),
  aRichtext: field.richtext().nullable(),
  anEnum: field.enum(["draft", "it's", '"', "`${}`", "\u2028"]).nullable(),
  aList: field.list(field.bigint()).nullable(),
  anInt: field.int().nullable(),
  aBigint: field.bigint().nullable(),
  aFloat: field.float().nullable(),
  aDecimal: field.decimal().nullable(),
  aBoolean: field.boolean().nullable(),
  aDate: field.date().nullable(),
  aDatetime: field.datetime().nullable(),
  aLocalDatetime: field.datetime({ zone: "none" }).nullable(),
  anOffsetDatetime: field.datetime({ precision: 7, zone: "offset" }).nullable(),
  aTime: field.time().nullable(),
  aDuration: field.duration().nullable(),
  aYear: field.year().nullable(),
  aUuid: field.uuid().nullable(),
  aJson: field.json().nullable(),
  someBytes: field.bytes({ maxLength: 100 }).nullable(),
  anXml: field.xml().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newNullableSchema = z.object({
  aString: field.string().nullish(),
  aText: field.text().nullish(),
  aRichtext: field.richtext().nullish(),
  anEnum: field.enum(["draft", "it's", '"', "`${}`", "\u2028"]).nullish(),
  aList: field.list(field.bigint()).nullish(),
  anInt: field.int().nullish(),
  aBigint: field.bigint().nullish(),
  aFloat: field.float().nullish(),
  aDecimal: field.decimal().nullish(),
  aBoolean: field.boolean().nullish(),
  aDate: field.date().nullish(),
  aDatetime: field.datetime().nullish(),
  aLocalDatetime: field.datetime({ zone: "none" }).nullish(),
  anOffsetDatetime: field.datetime({ precision: 7, zone: "offset" }).nullish(),
  aTime: field.time().nullish(),
  aDuration: field.duration().nullish(),
  aYear: field.year().nullish(),
  aUuid: field.uuid().nullish(),
  aJson: field.json().nullish(),
  someBytes: field.bytes({ maxLength: 100 }).nullish(),
  anXml: field.xml().nullish(),
  aSecret: field.secret().nullish(),
});

/** What an update may change. */
export const nullableChangesSchema = z
  .object({
    aString: field.string().nullable(),
    aText: field.text().nullable(),
    aRichtext: field.richtext().nullable(),
    anEnum: field.enum(["draft", "it's", '"', "`${}`", "\u2028"]).nullable(),
    aList: field.list(field.bigint()).nullable(),
    anInt: field.int().nullable(),
    aBigint: field.bigint().nullable(),
    aFloat: field.float().nullable(),
    aDecimal: field.decimal().nullable(),
    aBoolean: field.boolean().nullable(),
    aDate: field.date().nullable(),
    aDatetime: field.datetime().nullable(),
    aLocalDatetime: field.datetime({ zone: "none" }).nullable(),
    anOffsetDatetime: field
      .datetime({ precision: 7, zone: "offset" })
      .nullable(),
    aTime: field.time().nullable(),
    aDuration: field.duration().nullable(),
    aYear: field.year().nullable(),
    aUuid: field.uuid().nullable(),
    aJson: field.json().nullable(),
    someBytes: field.bytes({ maxLength: 100 }).nullable(),
    anXml: field.xml().nullable(),
    aSecret: field.secret().nullable(),
  })
  .partial();

export type Nullable = z.output<typeof nullableSchema>;
export type NewNullable = z.input<typeof newNullableSchema>;
export type NullableChanges = z.input<typeof nullableChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface NullableShape {
  fields: FieldsIn<typeof nullableSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface NullableTable {
  id: Generated<number>;
  aString: string | null;
  aText: string | null;
  aRichtext: string | null;
  anEnum: "draft" | "it's" | '"' | "`${}`" | "\u2028" | null;
  aList: string | null;
  anInt: number | null;
  aBigint: number | bigint | null;
  aFloat: number | null;
  aDecimal: string | null;
  aBoolean: number | null;
  aDate: string | null;
  aDatetime: string | null;
  aLocalDatetime: string | null;
  anOffsetDatetime: string | null;
  aTime: string | null;
  aDuration: string | null;
  aYear: number | null;
  aUuid: string | null;
  aJson: string | null;
  someBytes: Uint8Array | null;
  anXml: string | null;
  aSecret: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const nullableFields = {
  id: "int, read-only",
  aString: "string(255), nullable",
  aText: "text, nullable",
  aRichtext: "richtext, nullable",
  anEnum: 'enum, nullable, one of ["draft","it\'s","\\"","`${}`","\u2028"]',
  aList: "list of bigint, nullable",
  anInt: "int, nullable",
  aBigint: "bigint, nullable",
  aFloat: "float, nullable",
  aDecimal: "decimal(38, 10), nullable",
  aBoolean: "boolean, nullable",
  aDate: "date, nullable",
  aDatetime: "datetime(3), nullable",
  aLocalDatetime: "datetime(3, none), nullable",
  anOffsetDatetime: "datetime(7, offset), nullable",
  aTime: "time(3), nullable",
  aDuration: "duration(6), nullable",
  aYear: "year, nullable",
  aUuid: "uuid, nullable",
  aJson: "json, nullable",
  someBytes: "bytes(100), nullable",
  anXml: "xml, nullable",
  aSecret: "secret(1024), nullable, never read",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};

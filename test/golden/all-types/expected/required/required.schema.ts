// @data-api required/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const requiredSchema = z.object({
  id: field.int(),
  aString: field.string(),
  aText: field.text(),
  aRichtext: field.richtext(),
  anEnum: field.enum(["draft", "it's", '"', "`${}`", "\u2028"]),
  aList: field.list(field.bigint()),
  anInt: field.int(),
  aBigint: field.bigint(),
  aFloat: field.float(),
  aDecimal: field.decimal(),
  aBoolean: field.boolean(),
  aDate: field.date(),
  aDatetime: field.datetime(),
  aLocalDatetime: field.datetime({ zone: "none" }),
  anOffsetDatetime: field.datetime({ precision: 7, zone: "offset" }),
  aTime: field.time(),
  aDuration: field.duration(),
  aYear: field.year(),
  aUuid: field.uuid(),
  aJson: field.json(),
  someBytes: field.bytes({ maxLength: 100 }),
  anXml: field.xml(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newRequiredSchema = z.object({
  aString: field.string(),
  aText: field.text(),
  aRichtext: field.richtext(),
  anEnum: field.enum(["draft", "it's", '"', "`${}`", "\u2028"]),
  aList: field.list(field.bigint()),
  anInt: field.int(),
  aBigint: field.bigint(),
  aFloat: field.float(),
  aDecimal: field.decimal(),
  aBoolean: field.boolean(),
  aDate: field.date(),
  aDatetime: field.datetime(),
  aLocalDatetime: field.datetime({ zone: "none" }),
  anOffsetDatetime: field.datetime({ precision: 7, zone: "offset" }),
  aTime: field.time(),
  aDuration: field.duration(),
  aYear: field.year(),
  aUuid: field.uuid(),
  aJson: field.json(),
  someBytes: field.bytes({ maxLength: 100 }),
  anXml: field.xml(),
  aSecret: field.secret(),
});

/** What an update may change. */
export const requiredChangesSchema = z
  .object({
    aString: field.string(),
    aText: field.text(),
    aRichtext: field.richtext(),
    anEnum: field.enum(["draft", "it's", '"', "`${}`", "\u2028"]),
    aList: field.list(field.bigint()),
    anInt: field.int(),
    aBigint: field.bigint(),
    aFloat: field.float(),
    aDecimal: field.decimal(),
    aBoolean: field.boolean(),
    aDate: field.date(),
    aDatetime: field.datetime(),
    aLocalDatetime: field.datetime({ zone: "none" }),
    anOffsetDatetime: field.datetime({ precision: 7, zone: "offset" }),
    aTime: field.time(),
    aDuration: field.duration(),
    aYear: field.year(),
    aUuid: field.uuid(),
    aJson: field.json(),
    someBytes: field.bytes({ maxLength: 100 }),
    anXml: field.xml(),
    aSecret: field.secret(),
  })
  .partial();

export type RequiredRecord = z.output<typeof requiredSchema>;
export type NewRequired = z.input<typeof newRequiredSchema>;
export type RequiredChanges = z.input<typeof requiredChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface RequiredShape {
  fields: FieldsIn<typeof requiredSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface RequiredTable {
  id: Generated<number>;
  aString: string;
  aText: string;
  aRichtext: string;
  anEnum: "draft" | "it's" | '"' | "`${}`" | "\u2028";
  aList: string;
  anInt: number;
  aBigint: number | bigint;
  aFloat: number;
  aDecimal: string;
  aBoolean: number;
  aDate: string;
  aDatetime: string;
  aLocalDatetime: string;
  anOffsetDatetime: string;
  aTime: string;
  aDuration: string;
  aYear: number;
  aUuid: string;
  aJson: string;
  someBytes: Uint8Array;
  anXml: string;
  aSecret: string;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const requiredFields = {
  id: "int, read-only",
  aString: "string(255), required",
  aText: "text, required",
  aRichtext: "richtext, required",
  anEnum: 'enum, required, one of ["draft","it\'s","\\"","`${}`","\u2028"]',
  aList: "list of bigint, required",
  anInt: "int, required",
  aBigint: "bigint, required",
  aFloat: "float, required",
  aDecimal: "decimal(38, 10), required",
  aBoolean: "boolean, required",
  aDate: "date, required",
  aDatetime: "datetime(3), required",
  aLocalDatetime: "datetime(3, none), required",
  anOffsetDatetime: "datetime(7, offset), required",
  aTime: "time(3), required",
  aDuration: "duration(6), required",
  aYear: "year, required",
  aUuid: "uuid, required",
  aJson: "json, required",
  someBytes: "bytes(100), required",
  anXml: "xml, required",
  aSecret: "secret(1024), required, never read",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};

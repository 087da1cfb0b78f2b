// @data-api nullable/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const nullableSchema = z.object({
  id: field.int(),
  aString: field.string().nullable(),
  aText: field.text().nullable(),
  aRichtext: field.richtext().nullable(),
  anInt: field.int().nullable(),
  aBigint: field.bigint().nullable(),
  aFloat: field.float().nullable(),
  aDecimal: field.decimal().nullable(),
  aBoolean: field.boolean().nullable(),
  aDate: field.date().nullable(),
  aDatetime: field.datetime().nullable(),
  aUuid: field.uuid().nullable(),
  aJson: field.json().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newNullableSchema = z.object({
  aString: field.string().nullish(),
  aText: field.text().nullish(),
  aRichtext: field.richtext().nullish(),
  anInt: field.int().nullish(),
  aBigint: field.bigint().nullish(),
  aFloat: field.float().nullish(),
  aDecimal: field.decimal().nullish(),
  aBoolean: field.boolean().nullish(),
  aDate: field.date().nullish(),
  aDatetime: field.datetime().nullish(),
  aUuid: field.uuid().nullish(),
  aJson: field.json().nullish(),
  aSecret: field.secret().nullish(),
});

/** What an update may change. */
export const nullableChangesSchema = z
  .object({
    aString: field.string().nullable(),
    aText: field.text().nullable(),
    aRichtext: field.richtext().nullable(),
    anInt: field.int().nullable(),
    aBigint: field.bigint().nullable(),
    aFloat: field.float().nullable(),
    aDecimal: field.decimal().nullable(),
    aBoolean: field.boolean().nullable(),
    aDate: field.date().nullable(),
    aDatetime: field.datetime().nullable(),
    aUuid: field.uuid().nullable(),
    aJson: field.json().nullable(),
    aSecret: field.secret().nullable(),
  })
  .partial();

export type Nullable = z.output<typeof nullableSchema>;
export type NewNullable = z.input<typeof newNullableSchema>;
export type NullableChanges = z.input<typeof nullableChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface NullableTable {
  id: Generated<number>;
  aString: string | null;
  aText: string | null;
  aRichtext: string | null;
  anInt: number | null;
  aBigint: number | bigint | null;
  aFloat: number | null;
  aDecimal: string | null;
  aBoolean: number | null;
  aDate: string | null;
  aDatetime: string | null;
  aUuid: string | null;
  aJson: string | null;
  aSecret: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that this is for: with others the server does not start. */
export const nullableFields = {
  id: "G4kekfMP",
  aString: "-dMDwAr_",
  aText: "2LXLgSYN",
  aRichtext: "Sfo662vR",
  anInt: "ZubfVyqn",
  aBigint: "m6rX76CY",
  aFloat: "qE5Xvsci",
  aDecimal: "RmtFbsrL",
  aBoolean: "8ZMIk6EO",
  aDate: "GztVXXPm",
  aDatetime: "G8xTN64s",
  aUuid: "OSWXhV2l",
  aJson: "272CGdra",
  aSecret: "HLo8YfZg",
  createdat: "wIEaneio",
  updatedat: "08mHs9zi",
};

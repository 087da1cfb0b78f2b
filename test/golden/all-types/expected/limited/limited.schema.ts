// @data-api limited/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const limitedSchema = z.object({
  id: field.int(),
  aShort: field.string({ maxLength: 1 }),
  aString: field.string(),
  aLong: field.string({ maxLength: 4000 }).nullable(),
  aText: field.text({ maxLength: 100000 }),
  aRichtext: field.richtext({ maxLength: 10 }).nullable(),
  aPrice: field.decimal({ precision: 12, scale: 2 }),
  aWhole: field.decimal({ precision: 5, scale: 0 }).nullable(),
  aShortDecimal: field.decimal({ precision: 4, scale: 4 }).nullable(),
  aShortTime: field.time({ precision: 0 }),
  aShortDuration: field.duration({ precision: 0 }).nullable(),
  aList: field.list(field.string({ maxLength: 40 }), { maxItems: 5 }),
  anExactList: field
    .list(field.decimal({ precision: 5, scale: 1 }), { maxItems: 1 })
    .nullable(),
  aUnique: field.string(),
  anIndexed: field.datetime().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newLimitedSchema = z.object({
  aShort: field.string({ maxLength: 1 }),
  aString: field.string(),
  aLong: field.string({ maxLength: 4000 }).nullish(),
  aText: field.text({ maxLength: 100000 }),
  aRichtext: field.richtext({ maxLength: 10 }).nullish(),
  aSecret: field.secret({ maxLength: 128 }),
  aPrice: field.decimal({ precision: 12, scale: 2 }),
  aWhole: field.decimal({ precision: 5, scale: 0 }).nullish(),
  aShortDecimal: field.decimal({ precision: 4, scale: 4 }).nullish(),
  aShortTime: field.time({ precision: 0 }),
  aShortDuration: field.duration({ precision: 0 }).nullish(),
  aList: field.list(field.string({ maxLength: 40 }), { maxItems: 5 }),
  anExactList: field
    .list(field.decimal({ precision: 5, scale: 1 }), { maxItems: 1 })
    .nullish(),
  aUnique: field.string(),
  anIndexed: field.datetime().nullish(),
});

/** What an update may change. */
export const limitedChangesSchema = z
  .object({
    aShort: field.string({ maxLength: 1 }),
    aString: field.string(),
    aLong: field.string({ maxLength: 4000 }).nullable(),
    aText: field.text({ maxLength: 100000 }),
    aRichtext: field.richtext({ maxLength: 10 }).nullable(),
    aSecret: field.secret({ maxLength: 128 }),
    aPrice: field.decimal({ precision: 12, scale: 2 }),
    aWhole: field.decimal({ precision: 5, scale: 0 }).nullable(),
    aShortDecimal: field.decimal({ precision: 4, scale: 4 }).nullable(),
    aShortTime: field.time({ precision: 0 }),
    aShortDuration: field.duration({ precision: 0 }).nullable(),
    aList: field.list(field.string({ maxLength: 40 }), { maxItems: 5 }),
    anExactList: field
      .list(field.decimal({ precision: 5, scale: 1 }), { maxItems: 1 })
      .nullable(),
    aUnique: field.string(),
    anIndexed: field.datetime().nullable(),
  })
  .partial();

export type Limited = z.output<typeof limitedSchema>;
export type NewLimited = z.input<typeof newLimitedSchema>;
export type LimitedChanges = z.input<typeof limitedChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface LimitedShape {
  fields: FieldsIn<typeof limitedSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface LimitedTable {
  id: Generated<number>;
  aShort: string;
  aString: string;
  aLong: string | null;
  aText: string;
  aRichtext: string | null;
  aSecret: string;
  aPrice: string;
  aWhole: string | null;
  aShortDecimal: string | null;
  aShortTime: string;
  aShortDuration: string | null;
  aList: string;
  anExactList: string | null;
  aUnique: string;
  anIndexed: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const limitedFields = {
  id: "int, read-only",
  aShort: "string(1), required",
  aString: "string(255), required",
  aLong: "string(4000), nullable",
  aText: "text(100000), required",
  aRichtext: "richtext(10), nullable",
  aSecret: "secret(128), required, never read",
  aPrice: "decimal(12, 2), required",
  aWhole: "decimal(5, 0), nullable",
  aShortDecimal: "decimal(4, 4), nullable",
  aShortTime: "time(0), required",
  aShortDuration: "duration(0), nullable",
  aList: "list of string(40), at most 5, required",
  anExactList: "list of decimal(5, 1), at most 1, nullable",
  aUnique: "string(255), required",
  anIndexed: "datetime(3), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};

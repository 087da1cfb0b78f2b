// @data-api limited/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What callers read and write. */
const limitedMembers = z.object({
  id: field.int(),
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
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a read answers with. */
export const limitedSchema = limitedMembers.omit({ aSecret: true });

/** What callers may write. */
const limitedInputs = limitedMembers.omit({
  id: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newLimitedSchema = z.object({
  ...limitedInputs.shape,
  aLong: limitedMembers.shape.aLong.optional(),
  aRichtext: limitedMembers.shape.aRichtext.optional(),
  aWhole: limitedMembers.shape.aWhole.optional(),
  aShortDecimal: limitedMembers.shape.aShortDecimal.optional(),
  aShortDuration: limitedMembers.shape.aShortDuration.optional(),
  anExactList: limitedMembers.shape.anExactList.optional(),
  anIndexed: limitedMembers.shape.anIndexed.optional(),
});

/** What an update may change. */
export const limitedChangesSchema = z
  .object({ ...limitedInputs.shape })
  .partial();

export type Limited = z.output<typeof limitedSchema>;
export type NewLimited = z.input<typeof newLimitedSchema>;
export type LimitedChanges = z.input<typeof limitedChangesSchema>;
export type LimitedTable = RowsIn<Database, "limited">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface LimitedShape {
  record: Limited;
  input: NewLimited;
  changes: LimitedChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof limitedSchema>;
  relations: object;
}

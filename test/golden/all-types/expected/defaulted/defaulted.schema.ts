// @data-api defaulted/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

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

/** What callers may write. */
const defaultedInputs = defaultedSchema.omit({
  id: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newDefaultedSchema = z.object({
  ...defaultedInputs.shape,
  aString: defaultedSchema.shape.aString.default(
    "a */ b `c` ${d} 'e' \"f\" \\ {{g}} <!-- h --> \r\n\t i \u2028 j \u2029 k  l \u200b m \u202e n � //",
  ),
  aText: defaultedSchema.shape.aText.default(""),
  aRichtext: defaultedSchema.shape.aRichtext.default("<p>`${0}`</p>"),
  anEnum: defaultedSchema.shape.anEnum.default("b"),
  aList: defaultedSchema.shape.aList.default(["1.5", "2"]),
  anInt: defaultedSchema.shape.anInt.default(-1),
  aBigint: defaultedSchema.shape.aBigint.default("9223372036854775807"),
  aSmallBigint: defaultedSchema.shape.aSmallBigint.default(42),
  aFloat: defaultedSchema.shape.aFloat.default(1e-7),
  aDecimal: defaultedSchema.shape.aDecimal.default("12.5"),
  aBoolean: defaultedSchema.shape.aBoolean.default(false),
  aDate: defaultedSchema.shape.aDate.default("2024-02-29"),
  aDatetime: defaultedSchema.shape.aDatetime.default(
    "2024-02-29T12:00:00.000Z",
  ),
  aLocalDatetime: defaultedSchema.shape.aLocalDatetime.default(
    "2024-02-29T13:00:00.000",
  ),
  aTime: defaultedSchema.shape.aTime.default("08:30:00"),
  aDuration: defaultedSchema.shape.aDuration.default("P1Y2M"),
  aYear: defaultedSchema.shape.aYear.default(2024),
  aUuid: defaultedSchema.shape.aUuid.default(
    "a9b1c2d3-0000-4000-8000-00000000000f",
  ),
  aJson: defaultedSchema.shape.aJson.default({
    "a key": [1, "2", null, { b: true }],
  }),
  anotherJson: defaultedSchema.shape.anotherJson.default({
    ["__proto__"]: { a: [] },
  }),
  aNull: defaultedSchema.shape.aNull.optional(),
});

/** What an update may change. */
export const defaultedChangesSchema = z
  .object({ ...defaultedInputs.shape })
  .partial();

export type Defaulted = z.output<typeof defaultedSchema>;
export type NewDefaulted = z.input<typeof newDefaultedSchema>;
export type DefaultedChanges = z.input<typeof defaultedChangesSchema>;
export type DefaultedTable = RowsIn<Database, "defaulted">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface DefaultedShape {
  record: Defaulted;
  input: NewDefaulted;
  changes: DefaultedChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof defaultedSchema>;
  relations: object;
}

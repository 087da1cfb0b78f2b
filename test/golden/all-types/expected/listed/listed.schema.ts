// @data-api listed/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const listedSchema = z.object({
  id: field.int(),
  aString: field.oneOf("string", ["draft", "it's", '"', "`${}`", "\u2028"]),
  aText: field.oneOf("text", ["one"]).nullable(),
  anInt: field.oneOf("int", [-1, 0, 1]),
  aBigint: field.oneOf("bigint", [1, "9223372036854775807"]).nullable(),
  aFloat: field.oneOf("float", [0.1, 1e21]),
  aDecimal: field.oneOf("decimal", ["0.1", "1"]).nullable(),
  aBoolean: field.oneOf("boolean", [true]),
  aDate: field.oneOf("date", ["2024-02-29"]).nullable(),
  aDatetime: field.oneOf("datetime", ["2024-02-29T12:00:00.000Z"]),
  anOffsetDatetime: field.oneOf(
    "datetime",
    ["2024-02-29T13:00:00.000+01:00", "2024-02-29T12:00:00.000+00:00"],
    { zone: "offset" },
  ),
  aTime: field.oneOf("time", ["08:30:00.5", "17:00:00"], { precision: 1 }),
  aDuration: field.oneOf("duration", ["PT15M", "PT30M"]).nullable(),
  aYear: field.oneOf("year", [0, 2024]).nullable(),
  aUuid: field
    .oneOf("uuid", ["a9b1c2d3-0000-4000-8000-00000000000f"])
    .nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const listedInputs = listedSchema.omit({
  id: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newListedSchema = z.object({
  ...listedInputs.shape,
  aText: listedSchema.shape.aText.optional(),
  anInt: listedSchema.shape.anInt.default(0),
  aBigint: listedSchema.shape.aBigint.optional(),
  aDecimal: listedSchema.shape.aDecimal.optional(),
  aDate: listedSchema.shape.aDate.optional(),
  aDuration: listedSchema.shape.aDuration.optional(),
  aYear: listedSchema.shape.aYear.optional(),
  aUuid: listedSchema.shape.aUuid.optional(),
});

/** What an update may change. */
export const listedChangesSchema = z
  .object({ ...listedInputs.shape })
  .partial();

export type Listed = z.output<typeof listedSchema>;
export type NewListed = z.input<typeof newListedSchema>;
export type ListedChanges = z.input<typeof listedChangesSchema>;
export type ListedTable = RowsIn<Database, "listed">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface ListedShape {
  record: Listed;
  input: NewListed;
  changes: ListedChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof listedSchema>;
  relations: object;
}

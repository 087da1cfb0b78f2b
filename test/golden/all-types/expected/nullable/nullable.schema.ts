// @data-api nullable/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What callers read and write. */
const nullableMembers = z.object({
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
  aSecret: field.secret().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a read answers with. */
export const nullableSchema = nullableMembers.omit({ aSecret: true });

/** What callers may write. */
const nullableInputs = nullableMembers.omit({
  id: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newNullableSchema = z.object({
  ...nullableInputs.shape,
  aString: nullableMembers.shape.aString.optional(),
  aText: nullableMembers.shape.aText.optional(),
  aRichtext: nullableMembers.shape.aRichtext.optional(),
  anEnum: nullableMembers.shape.anEnum.optional(),
  aList: nullableMembers.shape.aList.optional(),
  anInt: nullableMembers.shape.anInt.optional(),
  aBigint: nullableMembers.shape.aBigint.optional(),
  aFloat: nullableMembers.shape.aFloat.optional(),
  aDecimal: nullableMembers.shape.aDecimal.optional(),
  aBoolean: nullableMembers.shape.aBoolean.optional(),
  aDate: nullableMembers.shape.aDate.optional(),
  aDatetime: nullableMembers.shape.aDatetime.optional(),
  aLocalDatetime: nullableMembers.shape.aLocalDatetime.optional(),
  anOffsetDatetime: nullableMembers.shape.anOffsetDatetime.optional(),
  aTime: nullableMembers.shape.aTime.optional(),
  aDuration: nullableMembers.shape.aDuration.optional(),
  aYear: nullableMembers.shape.aYear.optional(),
  aUuid: nullableMembers.shape.aUuid.optional(),
  aJson: nullableMembers.shape.aJson.optional(),
  someBytes: nullableMembers.shape.someBytes.optional(),
  anXml: nullableMembers.shape.anXml.optional(),
  aSecret: nullableMembers.shape.aSecret.optional(),
});

/** What an update may change. */
export const nullableChangesSchema = z
  .object({ ...nullableInputs.shape })
  .partial();

export type Nullable = z.output<typeof nullableSchema>;
export type NewNullable = z.input<typeof newNullableSchema>;
export type NullableChanges = z.input<typeof nullableChangesSchema>;
export type NullableTable = RowsIn<Database, "nullable">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface NullableShape {
  record: Nullable;
  input: NewNullable;
  changes: NullableChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof nullableSchema>;
  relations: object;
}

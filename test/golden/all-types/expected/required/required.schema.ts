// @data-api required/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What callers read and write. */
const requiredMembers = z.object({
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
  aSecret: field.secret(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a read answers with. */
export const requiredSchema = requiredMembers.omit({ aSecret: true });

/** What callers may write. */
const requiredInputs = requiredMembers.omit({
  id: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newRequiredSchema = z.object({ ...requiredInputs.shape });

/** What an update may change. */
export const requiredChangesSchema = z
  .object({ ...requiredInputs.shape })
  .partial();

export type RequiredRecord = z.output<typeof requiredSchema>;
export type NewRequired = z.input<typeof newRequiredSchema>;
export type RequiredChanges = z.input<typeof requiredChangesSchema>;
export type RequiredTable = RowsIn<Database, "required">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface RequiredShape {
  record: RequiredRecord;
  input: NewRequired;
  changes: RequiredChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof requiredSchema>;
  relations: object;
}

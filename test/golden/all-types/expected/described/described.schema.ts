// @data-api described/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What callers read and write. */
const describedMembers = z.object({
  id: field.int(),
  /** The title as readers see it. */
  plain: field.string(),
  /** a *\/ b `c` ${d} 'e' "f" \ {{g}} <!-- h --> i j k l m n � // */
  hostile: field.string(),
  blank: field.string().nullable(),
  /** \@ts-expect-error */
  directive: field.string().nullable(),
  /** 👨‍👩‍👧 ünïcödé */
  family: field.string().nullable(),
  /** Never read. */
  secret: field.secret(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** a *\/ b `c` ${d} 'e' "f" \ {{g}} <!-- h --> i j k l m n � // */
export const describedSchema = describedMembers.omit({ secret: true });

/** What callers may write. */
const describedInputs = describedMembers.omit({
  id: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newDescribedSchema = z.object({
  ...describedInputs.shape,
  blank: describedMembers.shape.blank.optional(),
  directive: describedMembers.shape.directive.optional(),
  family: describedMembers.shape.family.optional(),
});

/** What an update may change. */
export const describedChangesSchema = z
  .object({ ...describedInputs.shape })
  .partial();

export type Described = z.output<typeof describedSchema>;
export type NewDescribed = z.input<typeof newDescribedSchema>;
export type DescribedChanges = z.input<typeof describedChangesSchema>;
export type DescribedTable = RowsIn<Database, "described">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface DescribedShape {
  record: Described;
  input: NewDescribed;
  changes: DescribedChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof describedSchema>;
  relations: object;
}

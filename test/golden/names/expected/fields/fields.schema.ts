// @data-api fields/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const fieldsSchema = z.object({
  id: field.int(),
  class: field.string().nullable(),
  new: field.string().nullable(),
  default: field.string().nullable(),
  delete: field.string().nullable(),
  await: field.string().nullable(),
  then: field.string().nullable(),
  length: field.string().nullable(),
  name: field.string().nullable(),
  select: field.string().nullable(),
  from: field.string().nullable(),
  where: field.string().nullable(),
  order: field.string().nullable(),
  rowid: field.string().nullable(),
  index: field.string().nullable(),
  z: field.string().nullable(),
  field: field.string().nullable(),
  string: field.string().nullable(),
  Generated: field.string().nullable(),
  snake_case: field.string().nullable(),
  SHOUTED: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const fieldsInputs = fieldsSchema.omit({
  id: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newFieldsSchema = z.object({
  ...fieldsInputs.shape,
  class: fieldsSchema.shape.class.optional(),
  new: fieldsSchema.shape.new.optional(),
  default: fieldsSchema.shape.default.optional(),
  delete: fieldsSchema.shape.delete.optional(),
  await: fieldsSchema.shape.await.optional(),
  then: fieldsSchema.shape.then.optional(),
  length: fieldsSchema.shape.length.optional(),
  name: fieldsSchema.shape.name.optional(),
  select: fieldsSchema.shape.select.optional(),
  from: fieldsSchema.shape.from.optional(),
  where: fieldsSchema.shape.where.optional(),
  order: fieldsSchema.shape.order.optional(),
  rowid: fieldsSchema.shape.rowid.optional(),
  index: fieldsSchema.shape.index.optional(),
  z: fieldsSchema.shape.z.optional(),
  field: fieldsSchema.shape.field.optional(),
  string: fieldsSchema.shape.string.optional(),
  Generated: fieldsSchema.shape.Generated.optional(),
  snake_case: fieldsSchema.shape.snake_case.optional(),
  SHOUTED: fieldsSchema.shape.SHOUTED.optional(),
});

/** What an update may change. */
export const fieldsChangesSchema = z
  .object({ ...fieldsInputs.shape })
  .partial();

export type Fields = z.output<typeof fieldsSchema>;
export type NewFields = z.input<typeof newFieldsSchema>;
export type FieldsChanges = z.input<typeof fieldsChangesSchema>;
export type FieldsTable = RowsIn<Database, "fields">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface FieldsShape {
  record: Fields;
  input: NewFields;
  changes: FieldsChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof fieldsSchema>;
  relations: object;
}

// @data-api fields/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

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

/** What a create takes. */
export const newFieldsSchema = z.object({
  class: field.string().nullish(),
  new: field.string().nullish(),
  default: field.string().nullish(),
  delete: field.string().nullish(),
  await: field.string().nullish(),
  then: field.string().nullish(),
  length: field.string().nullish(),
  name: field.string().nullish(),
  select: field.string().nullish(),
  from: field.string().nullish(),
  where: field.string().nullish(),
  order: field.string().nullish(),
  rowid: field.string().nullish(),
  index: field.string().nullish(),
  z: field.string().nullish(),
  field: field.string().nullish(),
  string: field.string().nullish(),
  Generated: field.string().nullish(),
  snake_case: field.string().nullish(),
  SHOUTED: field.string().nullish(),
});

/** What an update may change. */
export const fieldsChangesSchema = z
  .object({
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
  })
  .partial();

export type Fields = z.output<typeof fieldsSchema>;
export type NewFields = z.input<typeof newFieldsSchema>;
export type FieldsChanges = z.input<typeof fieldsChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface FieldsShape {
  fields: FieldsIn<typeof fieldsSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface FieldsTable {
  id: Generated<number>;
  class: string | null;
  new: string | null;
  default: string | null;
  delete: string | null;
  await: string | null;
  then: string | null;
  length: string | null;
  name: string | null;
  select: string | null;
  from: string | null;
  where: string | null;
  order: string | null;
  rowid: string | null;
  index: string | null;
  z: string | null;
  field: string | null;
  string: string | null;
  Generated: string | null;
  snake_case: string | null;
  SHOUTED: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const fieldsFields = {
  id: "int, read-only",
  class: "string(255), nullable",
  new: "string(255), nullable",
  default: "string(255), nullable",
  delete: "string(255), nullable",
  await: "string(255), nullable",
  then: "string(255), nullable",
  length: "string(255), nullable",
  name: "string(255), nullable",
  select: "string(255), nullable",
  from: "string(255), nullable",
  where: "string(255), nullable",
  order: "string(255), nullable",
  rowid: "string(255), nullable",
  index: "string(255), nullable",
  z: "string(255), nullable",
  field: "string(255), nullable",
  string: "string(255), nullable",
  Generated: "string(255), nullable",
  snake_case: "string(255), nullable",
  SHOUTED: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};

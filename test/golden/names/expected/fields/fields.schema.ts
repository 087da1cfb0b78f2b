// @data-api fields/schema
import { field, z, type Generated } from "data-api/kit";

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

/** The table behind it, as queries of your own see it. */
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

/** The fields of the configuration that this is for: with others the server does not start. */
export const fieldsFields = {
  id: "THl2t4MW",
  class: "WTpXvA0Q",
  new: "WTpXvA0Q",
  default: "WTpXvA0Q",
  delete: "WTpXvA0Q",
  await: "WTpXvA0Q",
  then: "WTpXvA0Q",
  length: "WTpXvA0Q",
  name: "WTpXvA0Q",
  select: "WTpXvA0Q",
  from: "WTpXvA0Q",
  where: "WTpXvA0Q",
  order: "WTpXvA0Q",
  rowid: "WTpXvA0Q",
  index: "WTpXvA0Q",
  z: "WTpXvA0Q",
  field: "WTpXvA0Q",
  string: "WTpXvA0Q",
  Generated: "WTpXvA0Q",
  snake_case: "WTpXvA0Q",
  SHOUTED: "WTpXvA0Q",
  createdat: "ItO51zNy",
  updatedat: "ItO51zNy",
};

// @data-api keyed/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const keyedSchema = z.object({
  id: field.uuid(),
  createdat: field.date(),
  parent: field.uuid().nullable(),
});

/** What a create takes. */
export const newKeyedSchema = z.object({
  createdat: field.date(),
  parent: field.uuid().nullish(),
});

/** What an update may change. */
export const keyedChangesSchema = z
  .object({
    createdat: field.date(),
    parent: field.uuid().nullable(),
  })
  .partial();

export type Keyed = z.output<typeof keyedSchema> & {
  /** The record that `parent` points to, as far as the caller may read it. */
  resolved?: Partial<z.output<typeof keyedSchema>> | null;
};
export type NewKeyed = z.input<typeof newKeyedSchema>;
export type KeyedChanges = z.input<typeof keyedChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface KeyedShape {
  fields: FieldsIn<typeof keyedSchema>;
  relations: {
    /** The record that `parent` points to. */
    resolved: KeyedShape | null;
  };
}

/** The table's row type, for your own queries. */
export interface KeyedTable {
  id: string;
  createdat: string;
  parent: string | null;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const keyedFields = {
  id: "uuid, read-only",
  createdat: "date, required",
  parent: "uuid, nullable",
};

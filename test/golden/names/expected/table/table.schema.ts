// @data-api table/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const tableSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newTableSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const tableChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Table = z.output<typeof tableSchema>;
export type NewTable = z.input<typeof newTableSchema>;
export type TableChanges = z.input<typeof tableChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface TableTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}

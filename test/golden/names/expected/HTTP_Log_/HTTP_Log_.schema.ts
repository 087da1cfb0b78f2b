// @data-api HTTP_Log_/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const httpLogSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newHttpLogSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const httpLogChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type HttpLog = z.output<typeof httpLogSchema>;
export type NewHttpLog = z.input<typeof newHttpLogSchema>;
export type HttpLogChanges = z.input<typeof httpLogChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface HttpLogTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}

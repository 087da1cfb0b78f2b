// @data-api router/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const routerSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newRouterSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const routerChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Router = z.output<typeof routerSchema>;
export type NewRouter = z.input<typeof newRouterSchema>;
export type RouterChanges = z.input<typeof routerChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface RouterTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}

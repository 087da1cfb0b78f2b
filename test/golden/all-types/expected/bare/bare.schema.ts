// @data-api bare/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const bareSchema = z.object({
  id: field.int(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newBareSchema = z.object({});

/** What an update may change. */
export const bareChangesSchema = z.object({}).partial();

export type Bare = z.output<typeof bareSchema>;
export type NewBare = z.input<typeof newBareSchema>;
export type BareChanges = z.input<typeof bareChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface BareTable {
  id: Generated<number>;
  createdat: string;
  updatedat: string;
}

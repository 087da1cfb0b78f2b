// @data-api fixed/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const fixedSchema = z.object({
  id: field.int(),
  name: field.string(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newFixedSchema = z.object({
  name: field.string(),
});

export type Fixed = z.output<typeof fixedSchema>;
export type NewFixed = z.input<typeof newFixedSchema>;

/** What server code changes; nobody may over HTTP. */
export type FixedChanges = Record<string, never>;

/** The table behind it, as queries of your own see it. */
export interface FixedTable {
  id: Generated<number>;
  name: string;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that this is for: with others the server does not start. */
export const fixedFields = {
  id: "THl2t4MW",
  name: "e91trks_",
  createdat: "ItO51zNy",
  updatedat: "ItO51zNy",
};

// @data-api thing/schema
import { field, z, type Generated } from "data-api/kit";
import type { newThingSchema as newThingSchemaOfReads } from "../new_thing/new_thing.schema.js";

/** What a read answers with. */
export const thingSchema = z.object({
  id: field.int(),
  newthingid: field.int().nullable(),
  parentid: field.int().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newThingSchema = z.object({
  newthingid: field.int().nullish(),
  parentid: field.int().nullish(),
});

/** What an update may change. */
export const thingChangesSchema = z
  .object({
    newthingid: field.int().nullable(),
    parentid: field.int().nullable(),
  })
  .partial();

export type Thing = z.output<typeof thingSchema> & {
  /** The record that `newthingid` points to, as far as the caller may read it. */
  z?: Partial<z.output<typeof newThingSchemaOfReads>> | null;
  /** The record that `parentid` points to, as far as the caller may read it. */
  typeof?: Partial<z.output<typeof thingSchema>> | null;
};
export type NewThing = z.input<typeof newThingSchema>;
export type ThingChanges = z.input<typeof thingChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface ThingTable {
  id: Generated<number>;
  newthingid: number | null;
  parentid: number | null;
  createdat: string;
  updatedat: string;
}

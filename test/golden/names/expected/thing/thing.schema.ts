// @data-api thing/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";
import type {
  newThingSchema as newThingSchemaOfReads,
  NewThingShape,
} from "../new_thing/new_thing.schema.js";

/** What a read answers with. */
export const thingSchema = z.object({
  id: field.int(),
  newthingid: field.int().nullable(),
  parentid: field.int().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Thing = z.output<typeof thingSchema> & {
  /** The record that `newthingid` points to, as far as the caller may read it. */
  z?: Partial<z.output<typeof newThingSchemaOfReads>> | null;
  /** The record that `parentid` points to, as far as the caller may read it. */
  typeof?: Partial<z.output<typeof thingSchema>> | null;
};

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewThing {
  newthingid?: number | null | undefined;
  parentid?: number | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface ThingChanges {
  newthingid?: number | null | undefined;
  parentid?: number | null | undefined;
}

/** What `select`, `where` and `orderBy` may use. */
export interface ThingShape {
  fields: FieldsIn<typeof thingSchema>;
  relations: {
    /** The record that `newthingid` points to. */
    z: NewThingShape | null;
    /** The record that `parentid` points to. */
    typeof: ThingShape | null;
  };
}

/** The table's row type, for your own queries. */
export interface ThingTable {
  id: Generated<number>;
  newthingid: number | null;
  parentid: number | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const thingFields = {
  id: "int, read-only",
  newthingid: "int, nullable",
  parentid: "int, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};

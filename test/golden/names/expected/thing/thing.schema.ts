// @data-api thing/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";
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
export type ThingTable = RowsIn<Database, "thing">;

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

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface ThingShape {
  record: Thing;
  input: NewThing;
  changes: ThingChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof thingSchema>;
  relations: {
    /** The record that `newthingid` points to. */
    z: NewThingShape | null;
    /** The record that `parentid` points to. */
    typeof: ThingShape | null;
  };
}

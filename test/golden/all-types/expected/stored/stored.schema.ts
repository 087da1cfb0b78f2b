// @data-api stored/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const storedSchema = z.object({
  id: field.int(),
  quoted: field.string().nullable(),
  spaced: field.string().nullable(),
  dotted: field.string().nullable(),
  backslashed: field.string().nullable(),
  long: field.string().nullable(),
  numeric: field.int().nullable(),
  commented: field.string().nullable(),
  reserved: field.string().nullable(),
  inherited: field.string().nullable(),
  foreign: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newStoredSchema = z.object({
  quoted: field.string().nullish(),
  spaced: field.string().nullish(),
  dotted: field.string().nullish(),
  backslashed: field.string().nullish(),
  long: field.string().nullish(),
  numeric: field.int().nullable().default(7),
  commented: field.string().nullish(),
  reserved: field.string().nullish(),
  inherited: field.string().nullish(),
  foreign: field.string().nullish(),
});

/** What an update may change. */
export const storedChangesSchema = z
  .object({
    quoted: field.string().nullable(),
    spaced: field.string().nullable(),
    dotted: field.string().nullable(),
    backslashed: field.string().nullable(),
    long: field.string().nullable(),
    numeric: field.int().nullable(),
    commented: field.string().nullable(),
    reserved: field.string().nullable(),
    inherited: field.string().nullable(),
    foreign: field.string().nullable(),
  })
  .partial();

export type Stored = z.output<typeof storedSchema>;
export type NewStored = z.input<typeof newStoredSchema>;
export type StoredChanges = z.input<typeof storedChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface StoredShape {
  fields: FieldsIn<typeof storedSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface StoredTable {
  id: Generated<number>;
  "a \"b\" 'c' `d` [e]": string | null;
  " a b ": string | null;
  "a.b.c": string | null;
  "a\\b": string | null;
  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx:
    string | null;
  "1": Generated<number | null>;
  "a */ // ${b}": string | null;
  select: string | null;
  __proto__: string | null;
  größe: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const storedFields = {
  id: "int, read-only",
  quoted: "string(255), nullable",
  spaced: "string(255), nullable",
  dotted: "string(255), nullable",
  backslashed: "string(255), nullable",
  long: "string(255), nullable",
  numeric: "int, nullable, default 7",
  commented: "string(255), nullable",
  reserved: "string(255), nullable",
  inherited: "string(255), nullable",
  foreign: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};

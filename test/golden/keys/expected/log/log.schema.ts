// @data-api log/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const logSchema = z.object({
  at: field.datetime(),
  text: field.text().nullable(),
});

export type Log = z.output<typeof logSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface LogShape {
  fields: FieldsIn<typeof logSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface LogTable {
  at: string;
  text: string | null;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const logFields = {
  at: "datetime(3), required, read-only",
  text: "text, nullable, read-only",
};

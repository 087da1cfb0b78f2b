// @data-api total/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const totalSchema = z.object({
  day: field.date(),
  sum: field.decimal().nullable(),
});

export type Total = z.output<typeof totalSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface TotalShape {
  fields: FieldsIn<typeof totalSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface TotalTable {
  day: string;
  sum: string | null;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const totalFields = {
  day: "date, required, read-only",
  sum: "decimal(38, 10), nullable, read-only",
};

// @data-api newsItem/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const newsItemSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type NewsItem = z.output<typeof newsItemSchema>;
export type NewsItemTable = RowsIn<Database, "newsItem">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewNewsItem {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface NewsItemChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface NewsItemShape {
  record: NewsItem;
  input: NewNewsItem;
  changes: NewsItemChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof newsItemSchema>;
  relations: object;
}

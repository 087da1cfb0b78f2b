// @data-api router/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const routerSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Router = z.output<typeof routerSchema>;
export type RouterTable = RowsIn<Database, "router">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewRouter {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface RouterChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface RouterShape {
  record: Router;
  input: NewRouter;
  changes: RouterChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof routerSchema>;
  relations: object;
}

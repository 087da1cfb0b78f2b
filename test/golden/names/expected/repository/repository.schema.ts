// @data-api repository/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const repositorySchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type RepositoryRecord = z.output<typeof repositorySchema>;
export type RepositoryTable = RowsIn<Database, "repository">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewRepository {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface RepositoryChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface RepositoryShape {
  record: RepositoryRecord;
  input: NewRepository;
  changes: RepositoryChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof repositorySchema>;
  relations: object;
}

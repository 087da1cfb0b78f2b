// @data-api delete/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Delete,
  DeleteChanges,
  DeleteShape,
  NewDelete,
} from "./delete.schema.js";

/**
 * Typed access to `delete` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class DeleteRepository extends Repository<
  Delete,
  NewDelete,
  DeleteChanges,
  Database,
  "id",
  DeleteShape
> {}

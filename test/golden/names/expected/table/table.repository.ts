// @data-api table/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Table,
  TableChanges,
  TableShape,
  NewTable,
} from "./table.schema.js";

/**
 * Typed access to `table` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class TableRepository extends Repository<
  Table,
  NewTable,
  TableChanges,
  Database,
  "id",
  TableShape
> {}

// @data-api stored/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Stored,
  StoredChanges,
  StoredShape,
  NewStored,
} from "./stored.schema.js";

/**
 * Typed access to `stored` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class StoredRepository extends Repository<
  Stored,
  NewStored,
  StoredChanges,
  Database,
  "id",
  StoredShape
> {}

// @data-api database/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  DatabaseRecord,
  DatabaseChanges,
  DatabaseShape,
  NewDatabase,
} from "./database.schema.js";

/**
 * Typed access to `database` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class DatabaseRepository extends Repository<
  DatabaseRecord,
  NewDatabase,
  DatabaseChanges,
  Database,
  "id",
  DatabaseShape
> {}

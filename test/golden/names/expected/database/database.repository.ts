// @data-api database/repository
import { Repository } from "data-api/kit";
import type { DatabaseShape } from "./database.schema.js";

/**
 * Typed access to `database` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class DatabaseRepository extends Repository<DatabaseShape> {}

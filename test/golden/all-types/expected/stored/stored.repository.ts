// @data-api stored/repository
import { Repository } from "data-api/kit";
import type { StoredShape } from "./stored.schema.js";

/**
 * Typed access to `stored` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class StoredRepository extends Repository<StoredShape> {}

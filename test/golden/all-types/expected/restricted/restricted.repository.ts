// @data-api restricted/repository
import { Repository } from "data-api/kit";
import type { RestrictedShape } from "./restricted.schema.js";

/**
 * Typed access to `restricted` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RestrictedRepository extends Repository<RestrictedShape> {}

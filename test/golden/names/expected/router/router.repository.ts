// @data-api router/repository
import { Repository } from "data-api/kit";
import type { RouterShape } from "./router.schema.js";

/**
 * Typed access to `router` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RouterRepository extends Repository<RouterShape> {}

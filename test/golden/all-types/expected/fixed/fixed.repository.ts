// @data-api fixed/repository
import { Repository } from "data-api/kit";
import type { FixedShape } from "./fixed.schema.js";

/**
 * Typed access to `fixed` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class FixedRepository extends Repository<FixedShape> {}

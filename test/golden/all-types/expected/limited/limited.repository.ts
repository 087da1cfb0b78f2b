// @data-api limited/repository
import { Repository } from "data-api/kit";
import type { LimitedShape } from "./limited.schema.js";

/**
 * Typed access to `limited` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class LimitedRepository extends Repository<LimitedShape> {}

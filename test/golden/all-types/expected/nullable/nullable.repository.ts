// @data-api nullable/repository
import { Repository } from "data-api/kit";
import type { NullableShape } from "./nullable.schema.js";

/**
 * Typed access to `nullable` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class NullableRepository extends Repository<NullableShape> {}

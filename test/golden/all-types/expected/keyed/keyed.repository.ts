// @data-api keyed/repository
import { Repository } from "data-api/kit";
import type { KeyedShape } from "./keyed.schema.js";

/**
 * Typed access to `keyed` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class KeyedRepository extends Repository<KeyedShape> {}

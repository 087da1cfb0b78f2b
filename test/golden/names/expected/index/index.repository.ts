// @data-api index/repository
import { Repository } from "data-api/kit";
import type { IndexShape } from "./index.schema.js";

/**
 * Typed access to `index` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class IndexRepository extends Repository<IndexShape> {}

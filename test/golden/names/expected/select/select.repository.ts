// @data-api select/repository
import { Repository } from "data-api/kit";
import type { SelectShape } from "./select.schema.js";

/**
 * Typed access to `select` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class SelectRepository extends Repository<SelectShape> {}

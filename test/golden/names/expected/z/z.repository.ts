// @data-api z/repository
import { Repository } from "data-api/kit";
import type { ZShape } from "./z.schema.js";

/**
 * Typed access to `z` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ZRepository extends Repository<ZShape> {}

// @data-api news2_x__y/repository
import { Repository } from "data-api/kit";
import type { News2XYShape } from "./news2_x__y.schema.js";

/**
 * Typed access to `news2_x__y` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class News2XYRepository extends Repository<News2XYShape> {}

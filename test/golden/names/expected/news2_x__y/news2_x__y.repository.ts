// @data-api news2_x__y/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  News2XY,
  News2XYChanges,
  News2XYShape,
  NewNews2XY,
} from "./news2_x__y.schema.js";

/**
 * Typed access to `news2_x__y` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class News2XYRepository extends Repository<
  News2XY,
  NewNews2XY,
  News2XYChanges,
  Database,
  "id",
  News2XYShape
> {}

// @data-api total/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type { Total, TotalShape } from "./total.schema.js";

/**
 * Typed access to `total` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class TotalRepository extends Repository<Total, never, never, Database, "day", TotalShape> {}

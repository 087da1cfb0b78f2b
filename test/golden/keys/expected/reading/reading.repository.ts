// @data-api reading/repository
import { Repository } from "data-api/kit";
import type { ReadingShape } from "./reading.schema.js";

/**
 * Typed access to `reading` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ReadingRepository extends Repository<ReadingShape> {}

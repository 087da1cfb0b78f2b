// @data-api latest/repository
import { Repository } from "data-api/kit";
import type { LatestShape } from "./latest.schema.js";

/**
 * Typed access to `latest` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class LatestRepository extends Repository<LatestShape> {}

// @data-api thing/repository
import { Repository } from "data-api/kit";
import type { ThingShape } from "./thing.schema.js";

/**
 * Typed access to `thing` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ThingRepository extends Repository<ThingShape> {}

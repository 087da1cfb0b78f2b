// @data-api new_thing/repository
import { Repository } from "data-api/kit";
import type { NewThingShape } from "./new_thing.schema.js";

/**
 * Typed access to `new_thing` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class NewThingRepository extends Repository<NewThingShape> {}

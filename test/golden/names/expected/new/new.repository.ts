// @data-api new/repository
import { Repository } from "data-api/kit";
import type { NewShape } from "./new.schema.js";

/**
 * Typed access to `new` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class NewRepository extends Repository<NewShape> {}

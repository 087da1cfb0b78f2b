// @data-api required/repository
import { Repository } from "data-api/kit";
import type { RequiredShape } from "./required.schema.js";

/**
 * Typed access to `required` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RequiredRepository extends Repository<RequiredShape> {}

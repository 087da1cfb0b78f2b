// @data-api error/repository
import { Repository } from "data-api/kit";
import type { ErrorShape } from "./error.schema.js";

/**
 * Typed access to `error` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ErrorRepository extends Repository<ErrorShape> {}

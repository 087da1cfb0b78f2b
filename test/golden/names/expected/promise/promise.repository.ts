// @data-api promise/repository
import { Repository } from "data-api/kit";
import type { PromiseShape } from "./promise.schema.js";

/**
 * Typed access to `promise` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class PromiseRepository extends Repository<PromiseShape> {}

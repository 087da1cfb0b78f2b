// @data-api default/repository
import { Repository } from "data-api/kit";
import type { DefaultShape } from "./default.schema.js";

/**
 * Typed access to `default` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class DefaultRepository extends Repository<DefaultShape> {}

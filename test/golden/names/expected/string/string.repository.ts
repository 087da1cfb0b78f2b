// @data-api string/repository
import { Repository } from "data-api/kit";
import type { StringShape } from "./string.schema.js";

/**
 * Typed access to `string` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class StringRepository extends Repository<StringShape> {}

// @data-api jsonValue/repository
import { Repository } from "data-api/kit";
import type { JsonValueShape } from "./jsonValue.schema.js";

/**
 * Typed access to `jsonValue` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class JsonValueRepository extends Repository<JsonValueShape> {}

// @data-api bare/repository
import { Repository } from "data-api/kit";
import type { BareShape } from "./bare.schema.js";

/**
 * Typed access to `bare` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class BareRepository extends Repository<BareShape> {}

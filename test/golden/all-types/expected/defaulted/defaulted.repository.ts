// @data-api defaulted/repository
import { Repository } from "data-api/kit";
import type { DefaultedShape } from "./defaulted.schema.js";

/**
 * Typed access to `defaulted` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class DefaultedRepository extends Repository<DefaultedShape> {}

// @data-api field/repository
import { Repository } from "data-api/kit";
import type { FieldShape } from "./field.schema.js";

/**
 * Typed access to `field` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class FieldRepository extends Repository<FieldShape> {}

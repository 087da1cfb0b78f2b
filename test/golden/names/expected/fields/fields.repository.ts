// @data-api fields/repository
import { Repository } from "data-api/kit";
import type { FieldsShape } from "./fields.schema.js";

/**
 * Typed access to `fields` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class FieldsRepository extends Repository<FieldsShape> {}

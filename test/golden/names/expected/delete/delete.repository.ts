// @data-api delete/repository
import { Repository } from "data-api/kit";
import type { DeleteShape } from "./delete.schema.js";

/**
 * Typed access to `delete` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class DeleteRepository extends Repository<DeleteShape> {}

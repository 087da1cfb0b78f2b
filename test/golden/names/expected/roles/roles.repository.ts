// @data-api roles/repository
import { Repository } from "data-api/kit";
import type { RolesShape } from "./roles.schema.js";

/**
 * Typed access to `roles` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RolesRepository extends Repository<RolesShape> {}

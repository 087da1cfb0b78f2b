// @data-api roles/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Roles,
  RolesChanges,
  RolesShape,
  NewRoles,
} from "./roles.schema.js";

/**
 * Typed access to `roles` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RolesRepository extends Repository<
  Roles,
  NewRoles,
  RolesChanges,
  Database,
  "id",
  RolesShape
> {}

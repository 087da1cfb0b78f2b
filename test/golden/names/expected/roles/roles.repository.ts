// @data-api roles/repository
import { Repository } from "data-api/kit";
import type { RolesShape } from "./roles.schema.js";

/** Access to `roles` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class RolesRepository extends Repository<RolesShape> {}

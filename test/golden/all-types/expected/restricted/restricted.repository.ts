// @data-api restricted/repository
import { Repository } from "data-api/kit";
import type { RestrictedShape } from "./restricted.schema.js";

/** Access to `restricted` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class RestrictedRepository extends Repository<RestrictedShape> {}

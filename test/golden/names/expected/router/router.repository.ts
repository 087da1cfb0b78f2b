// @data-api router/repository
import { Repository } from "data-api/kit";
import type { RouterShape } from "./router.schema.js";

/** Access to `router` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class RouterRepository extends Repository<RouterShape> {}

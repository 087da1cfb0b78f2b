// @data-api a/repository
import { Repository } from "data-api/kit";
import type { AShape } from "./a.schema.js";

/** Access to `a` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class ARepository extends Repository<AShape> {}

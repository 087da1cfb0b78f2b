// @data-api fixed/repository
import { Repository } from "data-api/kit";
import type { FixedShape } from "./fixed.schema.js";

/** Access to `fixed` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class FixedRepository extends Repository<FixedShape> {}

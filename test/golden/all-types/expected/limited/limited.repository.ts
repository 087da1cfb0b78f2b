// @data-api limited/repository
import { Repository } from "data-api/kit";
import type { LimitedShape } from "./limited.schema.js";

/** Access to `limited` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class LimitedRepository extends Repository<LimitedShape> {}

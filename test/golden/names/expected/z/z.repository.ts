// @data-api z/repository
import { Repository } from "data-api/kit";
import type { ZShape } from "./z.schema.js";

/** Access to `z` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class ZRepository extends Repository<ZShape> {}

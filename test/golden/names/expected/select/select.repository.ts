// @data-api select/repository
import { Repository } from "data-api/kit";
import type { SelectShape } from "./select.schema.js";

/** Access to `select` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class SelectRepository extends Repository<SelectShape> {}

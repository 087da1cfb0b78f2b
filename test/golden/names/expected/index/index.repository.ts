// @data-api index/repository
import { Repository } from "data-api/kit";
import type { IndexShape } from "./index.schema.js";

/** Access to `index` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class IndexRepository extends Repository<IndexShape> {}

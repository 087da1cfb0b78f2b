// @data-api stored/repository
import { Repository } from "data-api/kit";
import type { StoredShape } from "./stored.schema.js";

/** Access to `stored` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class StoredRepository extends Repository<StoredShape> {}

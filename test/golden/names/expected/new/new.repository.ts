// @data-api new/repository
import { Repository } from "data-api/kit";
import type { NewShape } from "./new.schema.js";

/** Access to `new` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class NewRepository extends Repository<NewShape> {}

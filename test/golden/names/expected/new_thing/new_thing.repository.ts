// @data-api new_thing/repository
import { Repository } from "data-api/kit";
import type { NewThingShape } from "./new_thing.schema.js";

/** Access to `new_thing` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class NewThingRepository extends Repository<NewThingShape> {}

// @data-api thing/repository
import { Repository } from "data-api/kit";
import type { ThingShape } from "./thing.schema.js";

/** Access to `thing` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class ThingRepository extends Repository<ThingShape> {}

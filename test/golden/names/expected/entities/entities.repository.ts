// @data-api entities/repository
import { Repository } from "data-api/kit";
import type { EntitiesShape } from "./entities.schema.js";

/** Access to `entities` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class EntitiesRepository extends Repository<EntitiesShape> {}

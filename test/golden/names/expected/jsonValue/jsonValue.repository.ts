// @data-api jsonValue/repository
import { Repository } from "data-api/kit";
import type { JsonValueShape } from "./jsonValue.schema.js";

/** Access to `jsonValue` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class JsonValueRepository extends Repository<JsonValueShape> {}

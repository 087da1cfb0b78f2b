// @data-api string/repository
import { Repository } from "data-api/kit";
import type { StringShape } from "./string.schema.js";

/** Access to `string` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class StringRepository extends Repository<StringShape> {}

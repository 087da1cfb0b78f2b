// @data-api required/repository
import { Repository } from "data-api/kit";
import type { RequiredShape } from "./required.schema.js";

/** Access to `required` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class RequiredRepository extends Repository<RequiredShape> {}

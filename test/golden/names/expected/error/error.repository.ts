// @data-api error/repository
import { Repository } from "data-api/kit";
import type { ErrorShape } from "./error.schema.js";

/** Access to `error` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class ErrorRepository extends Repository<ErrorShape> {}

// @data-api log/repository
import { Repository } from "data-api/kit";
import type { LogShape } from "./log.schema.js";

/** Access to `log` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class LogRepository extends Repository<LogShape> {}

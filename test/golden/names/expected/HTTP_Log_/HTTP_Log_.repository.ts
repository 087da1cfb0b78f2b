// @data-api HTTP_Log_/repository
import { Repository } from "data-api/kit";
import type { HttpLogShape } from "./HTTP_Log_.schema.js";

/** Access to `HTTP_Log_` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class HttpLogRepository extends Repository<HttpLogShape> {}

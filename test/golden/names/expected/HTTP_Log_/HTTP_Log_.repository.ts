// @data-api HTTP_Log_/repository
import { Repository } from "data-api/kit";
import type { HttpLogShape } from "./HTTP_Log_.schema.js";

/**
 * Typed access to `HTTP_Log_` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class HttpLogRepository extends Repository<HttpLogShape> {}

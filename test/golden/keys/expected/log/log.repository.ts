// @data-api log/repository
import { Repository } from "data-api/kit";
import type { LogShape } from "./log.schema.js";

/**
 * Typed access to `log` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class LogRepository extends Repository<LogShape> {}

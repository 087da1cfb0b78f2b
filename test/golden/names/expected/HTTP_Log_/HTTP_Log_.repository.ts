// @data-api HTTP_Log_/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  HttpLog,
  HttpLogChanges,
  HttpLogShape,
  NewHttpLog,
} from "./HTTP_Log_.schema.js";

/**
 * Typed access to `HTTP_Log_` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class HttpLogRepository extends Repository<
  HttpLog,
  NewHttpLog,
  HttpLogChanges,
  Database,
  "id",
  HttpLogShape
> {}

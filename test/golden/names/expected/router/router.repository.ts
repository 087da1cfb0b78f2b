// @data-api router/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Router,
  RouterChanges,
  RouterShape,
  NewRouter,
} from "./router.schema.js";

/**
 * Typed access to `router` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RouterRepository extends Repository<
  Router,
  NewRouter,
  RouterChanges,
  Database,
  "id",
  RouterShape
> {}

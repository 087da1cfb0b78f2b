// @data-api new/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type { New, NewChanges, NewShape, NewNew } from "./new.schema.js";

/**
 * Typed access to `new` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class NewRepository extends Repository<
  New,
  NewNew,
  NewChanges,
  Database,
  "id",
  NewShape
> {}

// @data-api a/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type { A, AChanges, AShape, NewA } from "./a.schema.js";

/**
 * Typed access to `a` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ARepository extends Repository<
  A,
  NewA,
  AChanges,
  Database,
  "id",
  AShape
> {}

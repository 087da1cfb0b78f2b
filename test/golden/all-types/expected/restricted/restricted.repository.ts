// @data-api restricted/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Restricted,
  RestrictedChanges,
  RestrictedShape,
  NewRestricted,
} from "./restricted.schema.js";

/**
 * Typed access to `restricted` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RestrictedRepository extends Repository<
  Restricted,
  NewRestricted,
  RestrictedChanges,
  Database,
  "id",
  RestrictedShape
> {}

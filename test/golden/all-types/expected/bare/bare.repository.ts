// @data-api bare/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type { Bare, BareChanges, BareShape, NewBare } from "./bare.schema.js";

/**
 * Typed access to `bare` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class BareRepository extends Repository<
  Bare,
  NewBare,
  BareChanges,
  Database,
  "id",
  BareShape
> {}

// @data-api object/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  ObjectRecord,
  ObjectChanges,
  ObjectShape,
  NewObject,
} from "./object.schema.js";

/**
 * Typed access to `object` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ObjectRepository extends Repository<
  ObjectRecord,
  NewObject,
  ObjectChanges,
  Database,
  "id",
  ObjectShape
> {}

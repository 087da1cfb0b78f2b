// @data-api fields/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Fields,
  FieldsChanges,
  FieldsShape,
  NewFields,
} from "./fields.schema.js";

/**
 * Typed access to `fields` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class FieldsRepository extends Repository<
  Fields,
  NewFields,
  FieldsChanges,
  Database,
  "id",
  FieldsShape
> {}

// @data-api jsonValue/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  JsonValueRecord,
  JsonValueChanges,
  JsonValueShape,
  NewJsonValue,
} from "./jsonValue.schema.js";

/**
 * Typed access to `jsonValue` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class JsonValueRepository extends Repository<
  JsonValueRecord,
  NewJsonValue,
  JsonValueChanges,
  Database,
  "id",
  JsonValueShape
> {}

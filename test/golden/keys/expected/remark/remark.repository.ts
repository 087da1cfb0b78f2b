// @data-api remark/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Remark,
  RemarkChanges,
  RemarkShape,
  NewRemark,
} from "./remark.schema.js";

/**
 * Typed access to `remark` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RemarkRepository extends Repository<
  Remark,
  NewRemark,
  RemarkChanges,
  Database,
  "id",
  RemarkShape
> {}

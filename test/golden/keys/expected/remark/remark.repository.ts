// @data-api remark/repository
import { Repository } from "data-api/kit";
import type { RemarkShape } from "./remark.schema.js";

/**
 * Typed access to `remark` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RemarkRepository extends Repository<RemarkShape> {}

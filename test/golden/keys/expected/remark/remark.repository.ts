// @data-api remark/repository
import { Repository } from "data-api/kit";
import type { RemarkShape } from "./remark.schema.js";

/** Access to `remark` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class RemarkRepository extends Repository<RemarkShape> {}

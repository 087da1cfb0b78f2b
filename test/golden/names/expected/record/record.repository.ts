// @data-api record/repository
import { Repository } from "data-api/kit";
import type { RecordShape } from "./record.schema.js";

/** Access to `record` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class RecordRepository extends Repository<RecordShape> {}

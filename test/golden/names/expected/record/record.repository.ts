// @data-api record/repository
import { Repository } from "data-api/kit";
import type { RecordShape } from "./record.schema.js";

/**
 * Typed access to `record` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RecordRepository extends Repository<RecordShape> {}

// @data-api table/repository
import { Repository } from "data-api/kit";
import type { TableShape } from "./table.schema.js";

/**
 * Typed access to `table` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class TableRepository extends Repository<TableShape> {}

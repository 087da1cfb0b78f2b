// @data-api table/repository
import { Repository } from "data-api/kit";
import type { TableShape } from "./table.schema.js";

/** Access to `table` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class TableRepository extends Repository<TableShape> {}

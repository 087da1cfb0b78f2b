// @data-api reading/repository
import { Repository } from "data-api/kit";
import type { ReadingShape } from "./reading.schema.js";

/** Access to `reading` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class ReadingRepository extends Repository<ReadingShape> {}

// @data-api latest/repository
import { Repository } from "data-api/kit";
import type { LatestShape } from "./latest.schema.js";

/** Access to `latest` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class LatestRepository extends Repository<LatestShape> {}

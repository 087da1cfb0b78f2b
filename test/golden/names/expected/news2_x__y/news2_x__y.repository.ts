// @data-api news2_x__y/repository
import { Repository } from "data-api/kit";
import type { News2XYShape } from "./news2_x__y.schema.js";

/** Access to `news2_x__y` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class News2XYRepository extends Repository<News2XYShape> {}

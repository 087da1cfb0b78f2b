// @data-api bare/repository
import { Repository } from "data-api/kit";
import type { BareShape } from "./bare.schema.js";

/** Access to `bare` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class BareRepository extends Repository<BareShape> {}

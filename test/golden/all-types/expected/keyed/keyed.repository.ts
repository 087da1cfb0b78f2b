// @data-api keyed/repository
import { Repository } from "data-api/kit";
import type { KeyedShape } from "./keyed.schema.js";

/** Access to `keyed` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class KeyedRepository extends Repository<KeyedShape> {}

// @data-api nullable/repository
import { Repository } from "data-api/kit";
import type { NullableShape } from "./nullable.schema.js";

/** Access to `nullable` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class NullableRepository extends Repository<NullableShape> {}

// @data-api described/repository
import { Repository } from "data-api/kit";
import type { DescribedShape } from "./described.schema.js";

/** Access to `described` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class DescribedRepository extends Repository<DescribedShape> {}

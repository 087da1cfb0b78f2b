// @data-api generated/repository
import { Repository } from "data-api/kit";
import type { GeneratedShape } from "./generated.schema.js";

/** Access to `generated` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class GeneratedRepository extends Repository<GeneratedShape> {}

// @data-api promise/repository
import { Repository } from "data-api/kit";
import type { PromiseShape } from "./promise.schema.js";

/** Access to `promise` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class PromiseRepository extends Repository<PromiseShape> {}

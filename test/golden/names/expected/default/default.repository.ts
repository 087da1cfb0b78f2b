// @data-api default/repository
import { Repository } from "data-api/kit";
import type { DefaultShape } from "./default.schema.js";

/** Access to `default` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class DefaultRepository extends Repository<DefaultShape> {}

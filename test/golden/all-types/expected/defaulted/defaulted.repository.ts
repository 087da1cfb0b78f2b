// @data-api defaulted/repository
import { Repository } from "data-api/kit";
import type { DefaultedShape } from "./defaulted.schema.js";

/** Access to `defaulted` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class DefaultedRepository extends Repository<DefaultedShape> {}

// @data-api field/repository
import { Repository } from "data-api/kit";
import type { FieldShape } from "./field.schema.js";

/** Access to `field` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class FieldRepository extends Repository<FieldShape> {}

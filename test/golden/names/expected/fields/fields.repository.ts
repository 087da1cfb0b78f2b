// @data-api fields/repository
import { Repository } from "data-api/kit";
import type { FieldsShape } from "./fields.schema.js";

/** Access to `fields` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class FieldsRepository extends Repository<FieldsShape> {}

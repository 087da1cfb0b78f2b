// @data-api object/repository
import { Repository } from "data-api/kit";
import type { ObjectShape } from "./object.schema.js";

/** Access to `object` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class ObjectRepository extends Repository<ObjectShape> {}

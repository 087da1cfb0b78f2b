// @data-api tag/repository
import { Repository } from "data-api/kit";
import type { TagShape } from "./tag.schema.js";

/** Access to `tag` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class TagRepository extends Repository<TagShape> {}

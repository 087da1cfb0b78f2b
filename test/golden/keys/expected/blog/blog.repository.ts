// @data-api blog/repository
import { Repository } from "data-api/kit";
import type { BlogShape } from "./blog.schema.js";

/** Access to `blog` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class BlogRepository extends Repository<BlogShape> {}

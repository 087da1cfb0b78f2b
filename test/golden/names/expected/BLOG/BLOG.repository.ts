// @data-api BLOG/repository
import { Repository } from "data-api/kit";
import type { BlogShape } from "./BLOG.schema.js";

/** Access to `BLOG` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class BlogRepository extends Repository<BlogShape> {}

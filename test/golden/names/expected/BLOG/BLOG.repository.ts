// @data-api BLOG/repository
import { Repository } from "data-api/kit";
import type { BlogShape } from "./BLOG.schema.js";

/**
 * Typed access to `BLOG` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class BlogRepository extends Repository<BlogShape> {}

// @data-api blog/repository
import { Repository } from "data-api/kit";
import type { BlogShape } from "./blog.schema.js";

/**
 * Typed access to `blog` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class BlogRepository extends Repository<BlogShape> {}

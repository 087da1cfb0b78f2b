// @data-api blog_post/repository
import { Repository } from "data-api/kit";
import type { BlogPostShape } from "./blog_post.schema.js";

/**
 * Typed access to `blog_post` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class BlogPostRepository extends Repository<BlogPostShape> {}

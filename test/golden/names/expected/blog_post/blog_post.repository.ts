// @data-api blog_post/repository
import { Repository } from "data-api/kit";
import type { BlogPostShape } from "./blog_post.schema.js";

/** Access to `blog_post` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class BlogPostRepository extends Repository<BlogPostShape> {}

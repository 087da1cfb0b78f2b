// @data-api blog/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type { Blog, BlogChanges, BlogShape, NewBlog } from "./blog.schema.js";

/**
 * Typed access to `blog` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class BlogRepository extends Repository<
  Blog,
  NewBlog,
  BlogChanges,
  Database,
  "BlogId",
  BlogShape
> {}

// @data-api post/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type { Post, PostChanges, PostShape, NewPost } from "./post.schema.js";

/**
 * Typed access to `post` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class PostRepository extends Repository<Post, NewPost, PostChanges, Database, "id", PostShape> {}

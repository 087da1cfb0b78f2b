// @data-api comment/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type { Comment, CommentChanges, CommentShape, NewComment } from "./comment.schema.js";

/**
 * Typed access to `comment` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class CommentRepository extends Repository<
  Comment,
  NewComment,
  CommentChanges,
  Database,
  "id",
  CommentShape
> {}

// @data-api blogpost/repository
import { Repository } from "data-api/kit";
import type { BlogpostShape } from "./blogpost.schema.js";

/**
 * Typed access to `blogpost` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class BlogpostRepository extends Repository<BlogpostShape> {}

// @data-api tag/repository
import { Repository } from "data-api/kit";
import type { TagShape } from "./tag.schema.js";

/**
 * Typed access to `tag` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class TagRepository extends Repository<TagShape> {}

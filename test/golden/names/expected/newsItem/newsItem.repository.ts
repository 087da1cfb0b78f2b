// @data-api newsItem/repository
import { Repository } from "data-api/kit";
import type { NewsItemShape } from "./newsItem.schema.js";

/**
 * Typed access to `newsItem` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class NewsItemRepository extends Repository<NewsItemShape> {}

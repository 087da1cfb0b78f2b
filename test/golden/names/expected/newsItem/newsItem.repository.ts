// @data-api newsItem/repository
import { Repository } from "data-api/kit";
import type { NewsItemShape } from "./newsItem.schema.js";

/** Access to `newsItem` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class NewsItemRepository extends Repository<NewsItemShape> {}

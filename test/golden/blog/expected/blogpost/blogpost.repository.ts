// @data-api blogpost/repository
import { Repository } from "data-api/kit";
import type { BlogpostShape } from "./blogpost.schema.js";

/** Access to `blogpost` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class BlogpostRepository extends Repository<BlogpostShape> {}

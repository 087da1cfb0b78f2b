// @data-api listed/repository
import { Repository } from "data-api/kit";
import type { ListedShape } from "./listed.schema.js";

/** Access to `listed` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class ListedRepository extends Repository<ListedShape> {}

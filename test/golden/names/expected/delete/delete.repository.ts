// @data-api delete/repository
import { Repository } from "data-api/kit";
import type { DeleteShape } from "./delete.schema.js";

/** Access to `delete` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class DeleteRepository extends Repository<DeleteShape> {}

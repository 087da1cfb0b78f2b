// @data-api database/repository
import { Repository } from "data-api/kit";
import type { DatabaseShape } from "./database.schema.js";

/** Access to `database` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class DatabaseRepository extends Repository<DatabaseShape> {}

// @data-api repository/repository
import { Repository } from "data-api/kit";
import type { RepositoryShape } from "./repository.schema.js";

/** Access to `repository` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class RepositoryRepository extends Repository<RepositoryShape> {}

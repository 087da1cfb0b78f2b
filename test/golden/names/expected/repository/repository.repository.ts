// @data-api repository/repository
import { Repository } from "data-api/kit";
import type { RepositoryShape } from "./repository.schema.js";

/**
 * Typed access to `repository` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class RepositoryRepository extends Repository<RepositoryShape> {}

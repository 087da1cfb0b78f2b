// @data-api entities/repository
import { Repository } from "data-api/kit";
import type { EntitiesShape } from "./entities.schema.js";

/**
 * Typed access to `entities` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class EntitiesRepository extends Repository<EntitiesShape> {}

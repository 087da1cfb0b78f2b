// @data-api listed/repository
import { Repository } from "data-api/kit";
import type { ListedShape } from "./listed.schema.js";

/**
 * Typed access to `listed` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ListedRepository extends Repository<ListedShape> {}

// @data-api described/repository
import { Repository } from "data-api/kit";
import type { DescribedShape } from "./described.schema.js";

/**
 * Typed access to `described` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class DescribedRepository extends Repository<DescribedShape> {}

// @data-api generated/repository
import { Repository } from "data-api/kit";
import type { GeneratedShape } from "./generated.schema.js";

/**
 * Typed access to `generated` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class GeneratedRepository extends Repository<GeneratedShape> {}

// @data-api class/repository
import { Repository } from "data-api/kit";
import type { ClassShape } from "./class.schema.js";

/**
 * Typed access to `class` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ClassRepository extends Repository<ClassShape> {}

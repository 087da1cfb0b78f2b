// @data-api object/repository
import { Repository } from "data-api/kit";
import type { ObjectShape } from "./object.schema.js";

/**
 * Typed access to `object` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ObjectRepository extends Repository<ObjectShape> {}

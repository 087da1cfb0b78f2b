// @data-api user/repository
import { Repository } from "data-api/kit";
import type { UserShape } from "./user.schema.js";

/**
 * Typed access to `user` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class UserRepository extends Repository<UserShape> {}

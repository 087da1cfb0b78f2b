// @data-api token/repository
import { Repository } from "data-api/kit";
import type { TokenShape } from "./token.schema.js";

/**
 * Typed access to `token` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class TokenRepository extends Repository<TokenShape> {}

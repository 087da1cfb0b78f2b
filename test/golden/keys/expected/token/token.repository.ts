// @data-api token/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Token,
  TokenChanges,
  TokenShape,
  NewToken,
} from "./token.schema.js";

/**
 * Typed access to `token` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class TokenRepository extends Repository<
  Token,
  NewToken,
  TokenChanges,
  Database,
  "id",
  TokenShape
> {}

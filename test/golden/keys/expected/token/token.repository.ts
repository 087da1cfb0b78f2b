// @data-api token/repository
import { Repository } from "data-api/kit";
import type { TokenShape } from "./token.schema.js";

/** Access to `token` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class TokenRepository extends Repository<TokenShape> {}

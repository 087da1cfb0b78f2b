// @data-api user/repository
import { Repository } from "data-api/kit";
import type { UserShape } from "./user.schema.js";

/** Access to `user` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class UserRepository extends Repository<UserShape> {}

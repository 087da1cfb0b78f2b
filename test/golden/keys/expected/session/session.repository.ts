// @data-api session/repository
import { Repository } from "data-api/kit";
import type { SessionShape } from "./session.schema.js";

/** Access to `session` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class SessionRepository extends Repository<SessionShape> {}

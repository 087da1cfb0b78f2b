// @data-api session/repository
import { Repository } from "data-api/kit";
import type { SessionShape } from "./session.schema.js";

/**
 * Typed access to `session` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class SessionRepository extends Repository<SessionShape> {}

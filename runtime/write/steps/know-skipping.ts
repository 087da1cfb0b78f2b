import type { DatabaseSession } from "../../database/database-session.js";
import { faultToError } from "../../database/fault-to-error.js";
import { needsCheck, readSkipping } from "../../database/skipped-rows.js";
import type { Entity } from "../../model/model.js";

/** Reads how the table of an entity skips rows, unless it is known. @throws {ApiError} */
export async function knowSkipping(session: DatabaseSession, entity: Entity): Promise<void> {
  try {
    await readSkipping(session, entity);
  } catch (error) {
    throw await faultToError(error, entity, session);
  }
}

/** The same before the first statement of a write, if that statement cannot check it. @throws {ApiError} */
export async function knowSkippingFirst(session: DatabaseSession, entity: Entity): Promise<void> {
  if (!needsCheck(session, entity)) await knowSkipping(session, entity);
}

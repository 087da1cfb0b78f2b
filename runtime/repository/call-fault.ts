import type { DatabaseSession } from "../database/database-session.js";
import { DatabaseError } from "../database/wire/database-error.js";
import { ApiError } from "../errors/api-error.js";
import { faultToError } from "./fault-to-error.js";

/** The error that answers a call. It names no record, because it is not known which ones a procedure has written. */
export async function callFault(error: unknown, database: DatabaseSession): Promise<unknown> {
  if (error instanceof DatabaseError && error.kind === "foreignKey")
    return new ApiError("foreign-key-conflict", "A reference between records does not hold.", {
      cause: error,
    });
  return faultToError(error, undefined, database);
}

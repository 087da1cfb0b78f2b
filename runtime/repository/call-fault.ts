import type { DatabaseSession } from "../database/database-session.js";
import { DatabaseError } from "../database/wire/database-error.js";
import { ApiError } from "../errors/api-error.js";
import { faultToError } from "../database/fault-to-error.js";

/** The error that answers a call. It names no record, because it is not known which ones a procedure has written. */
export async function callFault(error: unknown, database: DatabaseSession): Promise<unknown> {
  if (error instanceof DatabaseError && error.kind === "foreignKey")
    return new ApiError("foreign-key-conflict", "The call violated a foreign key of the database.", {
      cause: error,
    });
  if (error instanceof DatabaseError && error.kind === "refused")
    return new ApiError(
      "refused-by-database",
      "The database rejected the call: its procedure, or a rule or trigger, raised an error.",
      { cause: error },
    );
  return faultToError(error, undefined, database);
}

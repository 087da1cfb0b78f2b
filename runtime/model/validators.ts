import type { Operation } from "./operation.js";
import type { UserId } from "./settings/auth-settings.js";

/** Returns a condition for the records that this caller may read. `undefined` or "" for all. */
export type ReadValidator = (roles: readonly string[], userId: UserId) => string | undefined;

/** Decides whether the caller may do this write. */
export type WriteValidator = (
  action: Exclude<Operation, "read">,
  roles: readonly string[],
  userId: UserId,
  /** The record in the database. `null` for a create. */
  dbRecord: Readonly<Record<string, unknown>> | null,
  /** The checked input. `null` for a delete. */
  inputRecord: Readonly<Record<string, unknown>> | null,
) => boolean | Promise<boolean>;

// @data-api bare/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `bare` records. */
export const barePolicy = {
  read: [],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api select/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `select` records. */
export const selectPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

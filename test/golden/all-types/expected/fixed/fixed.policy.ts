// @data-api fixed/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `fixed` records. */
export const fixedPolicy = {
  read: ["guest"],
  create: ["guest", "admin"],
  update: [],
  delete: [],
} as const satisfies Policy;

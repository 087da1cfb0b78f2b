// @data-api restricted/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `restricted` records. */
export const restrictedPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: [],
} as const satisfies Policy;

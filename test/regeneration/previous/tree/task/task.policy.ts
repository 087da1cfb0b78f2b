// @data-api task/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `task` records. */
export const taskPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

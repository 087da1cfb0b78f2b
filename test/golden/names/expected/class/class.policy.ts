// @data-api class/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `class` records. */
export const classPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

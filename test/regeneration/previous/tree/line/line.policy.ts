// @data-api line/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `line` records. */
export const linePolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

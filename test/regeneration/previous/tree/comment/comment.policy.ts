// @data-api comment/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `comment` records. */
export const commentPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: [],
  delete: [],
} as const satisfies Policy;

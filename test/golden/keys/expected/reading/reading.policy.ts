// @data-api reading/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `reading` records. */
export const readingPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: [],
  delete: [],
} as const satisfies Policy;

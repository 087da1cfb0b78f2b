// @data-api keyed/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `keyed` records. It follows `permissions` in the configuration: change them there. */
export const keyedPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

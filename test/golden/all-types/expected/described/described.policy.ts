// @data-api described/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `described` records. It follows `permissions` in the configuration: change them there. */
export const describedPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

// @data-api limited/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `limited` records. It follows `permissions` in the configuration: change them there. */
export const limitedPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

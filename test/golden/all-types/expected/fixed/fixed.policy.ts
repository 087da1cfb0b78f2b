// @data-api fixed/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `fixed` records. It follows `permissions` in the configuration: change them there. */
export const fixedPolicy = {
  read: ["guest"],
  create: ["guest", "admin"],
  update: [],
  delete: [],
} as const satisfies Policy;

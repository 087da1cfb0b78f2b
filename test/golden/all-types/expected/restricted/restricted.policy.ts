// @data-api restricted/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `restricted` records. It follows `permissions` in the configuration: change them there. */
export const restrictedPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: [],
} as const satisfies Policy;

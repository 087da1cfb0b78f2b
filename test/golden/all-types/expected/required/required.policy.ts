// @data-api required/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `required` records. It follows `permissions` in the configuration: change them there. */
export const requiredPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

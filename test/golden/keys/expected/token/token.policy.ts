// @data-api token/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `token` records. It follows `permissions` in the configuration: change them there. */
export const tokenPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

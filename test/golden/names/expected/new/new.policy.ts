// @data-api new/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `new` records. It follows `permissions` in the configuration: change them there. */
export const newPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

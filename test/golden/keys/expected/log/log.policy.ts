// @data-api log/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `log` records. It follows `permissions` in the configuration: change them there. */
export const logPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api default/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `default` records. It follows `permissions` in the configuration: change them there. */
export const defaultPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

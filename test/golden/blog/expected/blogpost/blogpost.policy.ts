// @data-api blogpost/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `blogpost` records. It follows `permissions` in the configuration: change them there. */
export const blogpostPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

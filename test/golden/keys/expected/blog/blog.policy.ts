// @data-api blog/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `blog` records. It follows `permissions` in the configuration: change them there. */
export const blogPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

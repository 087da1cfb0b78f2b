// @data-api BLOG/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `BLOG` records. It follows `permissions` in the configuration: change them there. */
export const blogPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

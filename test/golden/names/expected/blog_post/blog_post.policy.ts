// @data-api blog_post/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `blog_post` records. It follows `permissions` in the configuration: change them there. */
export const blogPostPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api blog_post/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `blog_post` records. */
export const blogPostPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

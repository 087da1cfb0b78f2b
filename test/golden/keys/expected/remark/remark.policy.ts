// @data-api remark/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `remark` records. It follows `permissions` in the configuration: change them there. */
export const remarkPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

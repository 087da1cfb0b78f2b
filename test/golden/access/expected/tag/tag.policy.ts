// @data-api tag/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `tag` records. It follows `permissions` in the configuration: change them there. */
export const tagPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

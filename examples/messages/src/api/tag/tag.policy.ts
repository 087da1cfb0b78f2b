// @data-api tag/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `tag` records. It follows `permissions` in the configuration: change them there. */
export const tagPolicy = {
  read: ["guest"],
  create: ["admin"],
  update: ["admin"],
  delete: ["admin"],
} as const satisfies Policy;

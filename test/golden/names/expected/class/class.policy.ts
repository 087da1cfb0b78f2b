// @data-api class/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `class` records. It follows `permissions` in the configuration: change them there. */
export const classPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

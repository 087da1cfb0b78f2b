// @data-api index/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `index` records. It follows `permissions` in the configuration: change them there. */
export const indexPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

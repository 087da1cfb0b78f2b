// @data-api after_delete/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `after_delete` records. It follows `permissions` in the configuration: change them there. */
export const afterDeletePolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

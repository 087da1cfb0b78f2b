// @data-api delete/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `delete` records. It follows `permissions` in the configuration: change them there. */
export const deletePolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

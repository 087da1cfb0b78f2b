// @data-api string/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `string` records. It follows `permissions` in the configuration: change them there. */
export const stringPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

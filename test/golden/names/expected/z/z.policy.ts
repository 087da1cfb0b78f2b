// @data-api z/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `z` records. It follows `permissions` in the configuration: change them there. */
export const zPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

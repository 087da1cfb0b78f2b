// @data-api select/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `select` records. It follows `permissions` in the configuration: change them there. */
export const selectPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api table/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `table` records. It follows `permissions` in the configuration: change them there. */
export const tablePolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

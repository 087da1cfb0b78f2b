// @data-api record/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `record` records. It follows `permissions` in the configuration: change them there. */
export const recordPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api a/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `a` records. It follows `permissions` in the configuration: change them there. */
export const aPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

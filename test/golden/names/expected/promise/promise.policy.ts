// @data-api promise/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `promise` records. It follows `permissions` in the configuration: change them there. */
export const promisePolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api error/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `error` records. It follows `permissions` in the configuration: change them there. */
export const errorPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

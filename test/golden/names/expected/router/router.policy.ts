// @data-api router/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `router` records. It follows `permissions` in the configuration: change them there. */
export const routerPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

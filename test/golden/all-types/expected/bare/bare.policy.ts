// @data-api bare/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `bare` records. It follows `permissions` in the configuration: change them there. */
export const barePolicy = {
  read: [],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api field/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `field` records. It follows `permissions` in the configuration: change them there. */
export const fieldPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

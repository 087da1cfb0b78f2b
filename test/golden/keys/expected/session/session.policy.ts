// @data-api session/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `session` records. It follows `permissions` in the configuration: change them there. */
export const sessionPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

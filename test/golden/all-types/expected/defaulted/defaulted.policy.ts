// @data-api defaulted/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `defaulted` records. It follows `permissions` in the configuration: change them there. */
export const defaultedPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

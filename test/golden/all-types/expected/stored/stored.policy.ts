// @data-api stored/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `stored` records. It follows `permissions` in the configuration: change them there. */
export const storedPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

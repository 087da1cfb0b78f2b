// @data-api fields/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `fields` records. It follows `permissions` in the configuration: change them there. */
export const fieldsPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

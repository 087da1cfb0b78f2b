// @data-api order_line/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `order_line` records. It follows `permissions` in the configuration: change them there. */
export const orderLinePolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

// @data-api order_line/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `order_line` records. */
export const orderLinePolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

// @data-api invoice/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `invoice` records. It follows `permissions` in the configuration: change them there. */
export const invoicePolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

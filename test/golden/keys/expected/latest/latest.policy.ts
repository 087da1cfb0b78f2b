// @data-api latest/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `latest` records. It follows `permissions` in the configuration: change them there. */
export const latestPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

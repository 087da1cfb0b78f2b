// @data-api reading/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `reading` records. It follows `permissions` in the configuration: change them there. */
export const readingPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: [],
  delete: [],
} as const satisfies Policy;

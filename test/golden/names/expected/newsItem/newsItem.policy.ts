// @data-api newsItem/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `newsItem` records. It follows `permissions` in the configuration: change them there. */
export const newsItemPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api newsItem/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `newsItem` records. */
export const newsItemPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api news2_x__y/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `news2_x__y` records. */
export const news2XYPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

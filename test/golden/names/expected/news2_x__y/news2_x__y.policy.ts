// @data-api news2_x__y/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `news2_x__y` records. It follows `permissions` in the configuration: change them there. */
export const news2XYPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api country/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `country` records. It follows `permissions` in the configuration: change them there. */
export const countryPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

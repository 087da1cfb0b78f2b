// @data-api object/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `object` records. It follows `permissions` in the configuration: change them there. */
export const objectPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

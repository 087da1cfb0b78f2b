// @data-api jsonValue/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `jsonValue` records. It follows `permissions` in the configuration: change them there. */
export const jsonValuePolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

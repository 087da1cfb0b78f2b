// @data-api thing/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `thing` records. It follows `permissions` in the configuration: change them there. */
export const thingPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api new_thing/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `new_thing` records. It follows `permissions` in the configuration: change them there. */
export const newThingPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api entities/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `entities` records. It follows `permissions` in the configuration: change them there. */
export const entitiesPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api database/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `database` records. It follows `permissions` in the configuration: change them there. */
export const databasePolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

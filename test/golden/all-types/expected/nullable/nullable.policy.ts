// @data-api nullable/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `nullable` records. It follows `permissions` in the configuration: change them there. */
export const nullablePolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

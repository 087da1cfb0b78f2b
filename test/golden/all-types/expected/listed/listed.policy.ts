// @data-api listed/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `listed` records. It follows `permissions` in the configuration: change them there. */
export const listedPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

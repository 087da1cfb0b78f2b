// @data-api generated/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `generated` records. It follows `permissions` in the configuration: change them there. */
export const generatedPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

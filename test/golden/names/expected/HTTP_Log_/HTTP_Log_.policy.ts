// @data-api HTTP_Log_/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `HTTP_Log_` records. It follows `permissions` in the configuration: change them there. */
export const httpLogPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

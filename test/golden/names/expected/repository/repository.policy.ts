// @data-api repository/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `repository` records. It follows `permissions` in the configuration: change them there. */
export const repositoryPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

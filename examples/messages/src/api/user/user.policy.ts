// @data-api user/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `user` records. It follows `permissions` in the configuration: change them there. */
export const userPolicy = {
  read: ["owner", "admin", { role: "member", fields: { include: ["id", "username", "city"] } }],
  create: ["guest"],
  update: ["owner", "admin"],
  delete: ["owner", "admin"],
} as const satisfies Policy;

// @data-api user/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `user` records. */
export const userPolicy = {
  read: [
    "owner",
    "admin",
    { role: "member", fields: { include: ["id", "username", "team"] } },
  ],
  create: ["guest"],
  update: ["owner", "admin"],
  delete: ["owner", "admin"],
} as const satisfies Policy;

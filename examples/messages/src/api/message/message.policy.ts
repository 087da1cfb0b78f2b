// @data-api message/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `message` records. */
export const messagePolicy = {
  read: [{ role: "member", where: "recipientid=@user.id|ownerid=@user.id" }],
  create: ["member"],
  update: [
    { role: "owner", fields: { include: ["text"] } },
    { role: "member", fields: { include: ["isread"] }, where: "recipientid=@user.id" },
  ],
  delete: ["owner"],
} as const satisfies Policy;

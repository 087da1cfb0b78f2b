// @data-api message/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `message` records. It follows `permissions` in the configuration: change them there. */
export const messagePolicy = {
  read: [{ role: "member", where: "recipientid=@user.id|ownerid=@user.id" }],
  create: ["member"],
  update: [
    { role: "owner", fields: { include: ["text"] } },
    { role: "member", fields: { include: ["isread"] }, where: "recipientid=@user.id" },
  ],
  delete: ["owner"],
} as const satisfies Policy;

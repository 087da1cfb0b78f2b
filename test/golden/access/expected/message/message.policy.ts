// @data-api message/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `message` records. It follows `permissions` in the configuration: change them there. */
export const messagePolicy = {
  read: [
    {
      role: "guest",
      fields: { exclude: ["readerids"] },
      where: 'state="public"&recipientid=null',
    },
    { role: "member", where: "recipientid=@user.id" },
    "owner",
  ],
  create: [{ role: "member", fields: { exclude: ["state"] } }],
  update: [
    {
      role: "owner",
      fields: { include: ["text", "state", "tagcodes"] },
      where: 'state="draft"',
    },
  ],
  delete: ["owner", "admin"],
} as const satisfies Policy;

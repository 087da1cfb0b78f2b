// @data-api item/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `item` records. It follows `permissions` in the configuration: change them there. */
export const itemPolicy = {
  read: [{ role: "guest", fields: { exclude: ["supplier"] } }, "admin"],
  create: ["admin"],
  update: [
    { role: "owner", fields: { include: ["name", "supplier"] } },
    "admin",
  ],
  delete: ["admin"],
} as const satisfies Policy;

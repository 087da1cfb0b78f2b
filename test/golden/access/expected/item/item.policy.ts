// @data-api item/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `item` records. */
export const itemPolicy = {
  read: [{ role: "guest", fields: { exclude: ["supplier"] } }, "admin"],
  create: ["admin"],
  update: [
    { role: "owner", fields: { include: ["name", "supplier"] } },
    "admin",
  ],
  delete: ["admin"],
} as const satisfies Policy;

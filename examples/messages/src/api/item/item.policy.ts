// @data-api item/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `item` records. */
export const itemPolicy = {
  read: ["owner", { role: "guest", fields: { exclude: ["lowestprice"] } }],
  create: ["member"],
  update: ["owner"],
  delete: ["owner", "admin"],
} as const satisfies Policy;

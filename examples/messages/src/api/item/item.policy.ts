// @data-api item/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `item` records. It follows `permissions` in the configuration: change them there. */
export const itemPolicy = {
  read: ["owner", { role: "guest", fields: { exclude: ["lowestprice"] } }],
  create: ["member"],
  update: ["owner"],
  delete: ["owner", "admin"],
} as const satisfies Policy;

// @data-api sensor/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `sensor` records. It follows `permissions` in the configuration: change them there. */
export const sensorPolicy = {
  read: ["guest"],
  create: [],
  update: [],
  delete: [],
} as const satisfies Policy;

// @data-api setting/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `setting` records. It follows `permissions` in the configuration: change them there. */
export const settingPolicy = {
  read: ["guest"],
  create: ["guest"],
  update: ["guest"],
  delete: ["guest"],
} as const satisfies Policy;

// @data-api roles/policy
import type { Policy } from "data-api/kit";

/** Who may do what on `roles` records. It follows `permissions` in the configuration: change them there. */
export const rolesPolicy = {
  read: [
    "guest",
    "O'Brien",
    '"quoted"',
    "back\\slash",
    "`tick`",
    "${process.exit()}",
    "*/",
    "//",
    "</script>",
    "{{entity}}",
    "😀",
    "\ud800",
    "\u0001",
  ],
  create: [
    "O'Brien",
    '"quoted"',
    "back\\slash",
    "`tick`",
    "${process.exit()}",
    "*/",
    "//",
    "</script>",
    "{{entity}}",
    "😀",
    "\ud800",
    "\u0001",
  ],
  update: [],
  delete: [],
} as const satisfies Policy;

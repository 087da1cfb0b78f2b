// @data-api roles/policy
// Generated from the permissions in the configuration. Change them there.
import type { Policy } from "data-api/kit";

/** Who may do each operation on `roles` records. */
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

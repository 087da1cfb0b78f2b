import { blog, defineCase, policy } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "An edit of a policy is a conflict in every run until --force discards it. Only then are the new roles reported.",
  config: blog(),
  steps: [
    { edits: [replace(policy, '  delete: ["guest"],', '  delete: ["guest", "editor"],')] },
    { config: blog({ permissions: { read: ["guest"], delete: ["admin"] } }) },
    { run: ["--on-conflict", "yours"] },
    { run: ["--force", policy] },
    {},
  ],
});

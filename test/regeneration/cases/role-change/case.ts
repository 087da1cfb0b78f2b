import { blog, defineCase } from "../../case.js";

export default defineCase({
  about:
    "A change of roles is reported per operation, with the roles before and after, and the policy is updated.",
  config: blog({
    permissions: { read: ["guest"], create: ["guest", "editor"], update: [], delete: ["admin"] },
  }),
  steps: [
    { config: blog({ permissions: { read: ["guest"], create: ["editor"], update: ["editor", "admin"] } }) },
    {},
  ],
});

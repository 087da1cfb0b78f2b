import { blog, defineCase } from "../../case.js";

export default defineCase({
  about: "A change of roles is told per operation, before and after; the policy follows.",
  config: blog({
    permissions: { read: ["guest"], create: ["guest", "editor"], update: [], delete: ["admin"] },
  }),
  steps: [
    { config: blog({ permissions: { read: ["guest"], create: ["editor"], update: ["editor", "admin"] } }) },
    {},
  ],
});

import { blog, defineCase, index, policy } from "../../case.js";
import { after, replace } from "../../edits.js";

export default defineCase({
  about: "--on-conflict=generated discards edits of the policy and index.ts, which must not be edited.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(policy, '  delete: ["guest"],', '  delete: ["guest", "editor"],'),
        after(index, "return composeApi(config, entities);", " // ours"),
      ],
      config: blog({ permissions: { read: ["guest"], delete: ["admin"] } }),
      run: ["--on-conflict", "generated"],
    },
  ],
});

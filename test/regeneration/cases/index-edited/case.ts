import { blog, defineCase, index, tag, title } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about: "An edit of index.ts is a conflict, and other files are still written. --force discards the edit.",
  config: blog(),
  steps: [
    {
      edits: [after(index, "return composeApi(config, entities);", " // ours")],
      config: blog({ fields: { title } }, { tag }),
    },
    { run: "status" },
    { run: ["--force", index] },
  ],
});

import { blog, defineCase, tag } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about:
    "A removed entity is added again while your edited file is in its place: that is a conflict. --adopt accepts the file, and it is no longer detached.",
  config: blog({}, { tag }),
  steps: [
    { edits: [after("tag/tag.schema.ts", "  tables: Database;\n", "  legacy: string;\n")], config: blog() },
    { config: blog({}, { tag }) },
    { run: ["--adopt"] },
    { run: "status" },
  ],
});

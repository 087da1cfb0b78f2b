import { blog, defineCase, tag } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about:
    "A removed entity comes back: a file of yours in its place is asked about; --adopt takes it, and it is detached no more.",
  config: blog({}, { tag }),
  steps: [
    { edits: [after("tag/tag.schema.ts", "  label: string;\n", "  legacy: string;\n")], config: blog() },
    { config: blog({}, { tag }) },
    { run: ["--adopt"] },
    { run: "status" },
  ],
});

import { blog, defineCase, tag } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about:
    "An entity leaves: its unedited files go, formatted ones too, with their folder; index.ts forgets it.",
  config: blog({}, { tag }),
  steps: [{ edits: [transform("tag/tag.routes.ts", "reformat")], config: blog() }, { run: "status" }],
});

import { blog, defineCase, tag } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about:
    "An entity is removed: its unedited files, reformatted ones too, and its folder are deleted, and index.ts leaves it out.",
  config: blog({}, { tag }),
  steps: [{ edits: [transform("tag/tag.routes.ts", "reformat")], config: blog() }, { run: "status" }],
});

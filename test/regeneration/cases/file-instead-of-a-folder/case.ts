import { blog, defineCase, tag, title } from "../../case.js";
import { remove, write } from "../../edits.js";

export default defineCase({
  about:
    "A file is in the place of an entity's folder, or a folder in the place of a file: nothing is written, exit code 1.",
  config: blog(),
  steps: [
    { edits: [write("tag", "mine")], config: blog({ fields: { title } }, { tag }) },
    { edits: [remove("tag"), write("tag/tag.schema.ts/mine.txt", "mine")] },
  ],
});

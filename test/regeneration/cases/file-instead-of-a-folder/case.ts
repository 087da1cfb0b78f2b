import { blog, defineCase, tag, title } from "../../case.js";
import { remove, write } from "../../edits.js";

export default defineCase({
  about:
    "A file where the folder of an entity is to be, or the other way round: nothing is written, exit code 1.",
  config: blog(),
  steps: [
    { edits: [write("tag", "mine")], config: blog({ fields: { title } }, { tag }) },
    { edits: [remove("tag"), write("tag/tag.schema.ts/mine.txt", "mine")] },
  ],
});

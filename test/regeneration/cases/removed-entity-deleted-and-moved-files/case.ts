import { blog, defineCase, tag } from "../../case.js";
import { move, remove } from "../../edits.js";

export default defineCase({
  about:
    "An entity is removed after you moved one of its files and deleted another: the moved file is deleted too.",
  config: blog({}, { tag }),
  steps: [
    { edits: [move("tag/tag.schema.ts", "models/tag.ts"), remove("tag/tag.repository.ts")], run: "nothing" },
    { config: blog() },
  ],
});

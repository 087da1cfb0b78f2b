import { blog, defineCase, tag } from "../../case.js";
import { move, remove } from "../../edits.js";

export default defineCase({
  about: "An entity leaves of which people have moved one file and deleted another: the moved one goes too.",
  config: blog({}, { tag }),
  steps: [
    { edits: [move("tag/tag.schema.ts", "models/tag.ts"), remove("tag/tag.repository.ts")], run: "nothing" },
    { config: blog() },
  ],
});

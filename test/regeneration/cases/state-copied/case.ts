import { blog, defineCase, tag } from "../../case.js";
import { copy } from "../../edits.js";

export default defineCase({
  about: "A copied state file does not count as another entity: only the copy is removed, and no other file.",
  config: blog({}, { tag }),
  steps: [{ edits: [copy(".data-api/state/blogpost.json", ".data-api/state/old.json")] }, {}],
});

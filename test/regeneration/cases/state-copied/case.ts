import { blog, defineCase, tag } from "../../case.js";
import { copy } from "../../edits.js";

export default defineCase({
  about: "A copy of a state says nothing of another entity: no file goes but the copy.",
  config: blog({}, { tag }),
  steps: [{ edits: [copy(".data-api/state/blogpost.json", ".data-api/state/old.json")] }, {}],
});

import { blog, defineCase, tag } from "../../case.js";
import { write } from "../../edits.js";

export default defineCase({
  about: "An entity with a damaged state is removed: files that may be edited are kept, with a warning.",
  config: blog({}, { tag }),
  steps: [{ edits: [write(".data-api/state/tag.json", "{")], config: blog() }, {}],
});

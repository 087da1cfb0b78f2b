import { blog, defineCase, tag } from "../../case.js";
import { write } from "../../edits.js";

export default defineCase({
  about:
    "An entity leaves of which the state is damaged: nothing is deleted that is not known for sure, but it is told.",
  config: blog({}, { tag }),
  steps: [{ edits: [write(".data-api/state/tag.json", "{")], config: blog() }, {}],
});

import { blog, defineCase, title, uuidKey } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about:
    "Baselines are gone, the state is there: it knows unedited files by their hash, also when the configuration changes.",
  config: blog(),
  steps: [{ edits: [remove(".data-api/base")], config: blog({ ...uuidKey, fields: { title } }) }],
});

import { blog, defineCase, title, uuidKey } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about:
    "The baselines are missing but the state exists. Unedited files are recognized by their hash, even if the configuration changes.",
  config: blog(),
  steps: [{ edits: [remove(".data-api/base")], config: blog({ ...uuidKey, fields: { title } }) }],
});

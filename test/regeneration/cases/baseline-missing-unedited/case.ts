import { blog, defineCase, title } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about:
    "The baselines are missing and no file is edited. The files are accepted as generated, and later changes are merged.",
  config: blog(),
  steps: [{ edits: [remove(".data-api")] }, { config: blog({ fields: { title } }) }],
});

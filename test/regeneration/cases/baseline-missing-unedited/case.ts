import { blog, defineCase, title } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about: "Baselines are gone, files are unedited: they are taken as they are, and later changes merge.",
  config: blog(),
  steps: [{ edits: [remove(".data-api")] }, { config: blog({ fields: { title } }) }],
});

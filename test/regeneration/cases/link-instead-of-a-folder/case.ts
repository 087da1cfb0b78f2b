import { blog, defineCase, tag, title } from "../../case.js";
import { link } from "../../edits.js";

export default defineCase({
  about: "The folder of an entity is a symbolic link: nothing is written, exit code 1.",
  config: blog(),
  steps: [{ edits: [link("tag", "elsewhere")], config: blog({ fields: { title } }, { tag }) }],
});

import { blog, defineCase, routes } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about: "A path that people give may be written in other ways.",
  config: blog(),
  steps: [{ edits: [remove(routes)] }, { run: ["--restore", `./${routes}`] }],
});

import { blog, defineCase, routes } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about: "A path on the command line may be written differently, for example with a leading `./`.",
  config: blog(),
  steps: [{ edits: [remove(routes)] }, { run: ["--restore", `./${routes}`] }],
});

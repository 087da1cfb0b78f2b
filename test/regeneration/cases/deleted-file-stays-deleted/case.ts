import { blog, defineCase, routes, title, views } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about: "A file that you deleted is not written again.",
  config: blog(),
  steps: [{ edits: [remove(routes)], config: blog({ fields: { title, views } }) }],
});

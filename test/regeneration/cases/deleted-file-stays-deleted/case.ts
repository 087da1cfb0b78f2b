import { blog, defineCase, routes, title, views } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about: "A file that you have deleted is not written again.",
  config: blog(),
  broken:
    "index.ts imports the file that was deleted; it is the generator's and knows four files of an entity.",
  steps: [{ edits: [remove(routes)], config: blog({ fields: { title, views } }) }],
});

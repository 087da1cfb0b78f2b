import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { copy } from "../../edits.js";

export default defineCase({
  about: "A copy beside the file that is still in its place is a file of yours.",
  config: blog(),
  steps: [{ edits: [copy(schema, "old/schema.ts")], config: blog({ fields: { title, content, views } }) }],
});

import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { copy } from "../../edits.js";

export default defineCase({
  about: "You copy a generated file and the original stays in its place: the copy is your own file.",
  config: blog(),
  steps: [{ edits: [copy(schema, "old/schema.ts")], config: blog({ fields: { title, content, views } }) }],
});

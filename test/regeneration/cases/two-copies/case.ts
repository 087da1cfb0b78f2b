import { blog, defineCase, schema, title, uuidKey, views } from "../../case.js";
import { copy, move, remove } from "../../edits.js";

export default defineCase({
  about:
    "Two files say that they are the same one, and neither is in its place: asked about; other files go on.",
  config: blog(),
  steps: [
    {
      edits: [copy(schema, "a/schema.ts"), move(schema, "b/schema.ts")],
      config: blog({ ...uuidKey, fields: { title, views } }),
    },
    { run: "status" },
    { edits: [remove("a/schema.ts")] },
  ],
});

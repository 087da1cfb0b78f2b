import { blog, defineCase, schema, title, uuidKey, views } from "../../case.js";
import { copy, move, remove } from "../../edits.js";

export default defineCase({
  about:
    "Two files have the same first line and neither is in its original place: that is a conflict. Other files are updated.",
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

import { blog, content, defineCase, limitTitle, schema, short } from "../../case.js";
import { copy } from "../../edits.js";

export default defineCase({
  about:
    "You restore a file to its text before a conflict and a field rename: it conflicts again under the new name until resolved.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle, copy(schema, "../before.txt")],
      config: blog({ fields: { headline: { ...short, renamedFrom: "title" }, content } }),
    },
    { edits: [copy("../before.txt", schema)] },
    { edits: [copy("../before.txt", schema)] },
    { edits: [copy("../before.txt", schema)], run: ["--on-conflict", "yours"] },
    {},
  ],
});

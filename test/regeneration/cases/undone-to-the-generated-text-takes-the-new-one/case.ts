import { blog, content, defineCase, limitTitle, schema, short } from "../../case.js";
import { copy } from "../../edits.js";

export default defineCase({
  about:
    "A file that you restore to its generated text has no edits any more: it gets the new generated text.",
  config: blog(),
  steps: [
    {
      edits: [copy(schema, "../generated.txt"), limitTitle],
      config: blog({ fields: { title: short, content } }),
    },
    { edits: [copy("../generated.txt", schema)] },
  ],
});

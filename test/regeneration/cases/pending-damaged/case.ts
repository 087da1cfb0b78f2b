import { blog, content, defineCase, limitTitle, schema, short } from "../../case.js";
import { transform, write } from "../../edits.js";

export default defineCase({
  about:
    "The record of a pending conflict is damaged: the resolved file is merged with the baseline from before the conflict.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle],
      config: blog({ fields: { title: short, content } }),
    },
    { edits: [transform(schema, "theirs"), write(".data-api/pending/blogpost/schema.json", "null")] },
  ],
});

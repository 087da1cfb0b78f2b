import { blog, content, defineCase, limitTitle, schema, short } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about: "You resolve a conflict with the generated side: no edit and no conflict is left.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle],
      config: blog({ fields: { title: short, content } }),
    },
    { edits: [transform(schema, "theirs")] },
    { run: "status" },
  ],
});

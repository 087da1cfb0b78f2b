import { blog, content, defineCase, limitTitle, schema, short, views } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about: "You resolve a conflict with your side, beside merged changes: the conflict does not come back.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle],
      config: blog({ fields: { title: short, content } }),
    },
    { edits: [transform(schema, "yours")] },
    { run: "status" },
    { config: blog({ fields: { title: short, content, views } }) },
  ],
});

import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "A field leaves the configuration, but you have edited one of its members: that one is in conflict, the others go.",
  config: blog({ fields: { title, views, content } }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  views: field.int().nullish(),",
          "  views: field.int().nullish().transform((count) => count ?? 0),",
        ),
      ],
      config: blog(),
    },
  ],
});

import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { replace, transform } from "../../edits.js";

export default defineCase({
  about: "A conflict over a removed field is resolved by keeping your member: it stays as your own code.",
  config: blog({ fields: { title, views, content } }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  views: field.int().nullable(),",
          "  views: field.int().nullable().transform((count) => count ?? 0),",
        ),
      ],
      config: blog(),
    },
    { edits: [transform(schema, "yours")] },
    {},
  ],
});

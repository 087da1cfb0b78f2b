import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "A field is removed from the configuration. A member of it that you edited is in conflict; its other members are removed.",
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
  ],
});

import { blog, defineCase, schema, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You add a field by hand, then the configuration adds it with other settings: it is in conflict, not duplicated.",
  config: blog({ fields: { title } }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  title: field.string(),\n  createdat",
          "  title: field.string(),\n  views: field.int(),\n  createdat",
        ),
      ],
      config: blog({ fields: { title, views } }),
    },
  ],
});

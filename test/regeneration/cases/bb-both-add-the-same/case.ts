import { blog, defineCase, schema, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You add a field by hand that the configuration then gets as well, equal but for formatting: it is there once.",
  config: blog({ fields: { title } }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  title: field.string(),\n});\n\n/** What an update",
          "  title: field.string(),\n  views: field . int( ).nullish( ),\n});\n\n/** What an update",
        ),
      ],
      config: blog({ fields: { title, views } }),
    },
  ],
});

import { blog, content, defineCase, schema, title } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "New fields come after the sibling that they follow in the configuration, also where you have added and moved members.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  title: field.string(),\n  content: field.richtext(),\n});\n\n/** What an update",
          "  content: field.richtext(),\n  mine: z.string().optional(),\n  title: field.string(),\n});\n\n/** What an update",
        ),
      ],
      config: blog({ fields: { first: title, title, middle: title, content, last: title } }),
    },
  ],
});
